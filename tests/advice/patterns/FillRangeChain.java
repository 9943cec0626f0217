/** The library fills one element, which is computed from the one before. */
public class FillRangeChain {
    public static void main(String[] args) throws Exception {
        int[] numbers = new int[2000];
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            int last = numbers[i - 1];
            java.util.Arrays.fill(numbers, i, i + 1, (last * last + i) % 10007);
        }
        System.out.println(numbers[1999]);
    }
}
