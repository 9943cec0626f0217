/** Each iteration reads the number that the one before has written into a builder. */
public class TextHandedOn {
    public static void main(String[] args) {
        StringBuilder text = new StringBuilder("1");
        for (int i = 0; i < 1000; i++) { // advice: serial
            int number = Integer.parseInt(text.toString()) * 31 + i & 0xffff;
            text.setLength(0);
            text.append(number);
        }
        System.out.println(text);
    }
}
