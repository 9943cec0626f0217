/** The library fills an array with what is computed from an element that it has filled before. */
public class FillChain {
    public static void main(String[] args) throws Exception {
        int[] numbers = new int[100];
        for (int i = 1; i < 1000; i++) { // advice: serial | not-known
            int last = numbers[i % 100];
            java.util.Arrays.fill(numbers, (last * last + i) % 10007);
        }
        System.out.println(numbers[1]);
    }
}
