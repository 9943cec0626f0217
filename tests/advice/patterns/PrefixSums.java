/** Every sum is stored: its intermediate values are read. */
public class PrefixSums {
    public static void main(String[] args) {
        int[] values = new int[2000];
        int sum = 0;
        for (int i = 0; i < values.length; i++) { // advice: scan | serial via sum
            sum += i * 7 % 31;
            values[i] = sum;
        }
        System.out.println(values[1999]);
    }
}
