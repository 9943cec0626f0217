/** Each number is written as text and read again within its own iteration. */
public class IntegerParsing {
    public static void main(String[] args) {
        int[] values = new int[1500];
        for (int i = 0; i < values.length; i++) { // advice: independent
            String text = Integer.toString(i * 7919);
            values[i] = Integer.parseInt(text.substring(text.length() / 2)) + text.length() * 3;
        }
        System.out.println(values[17] + values[1499]);
    }
}
