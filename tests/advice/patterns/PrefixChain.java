/** The library replaces an array by its prefix sums again and again. */
public class PrefixChain {
    public static void main(String[] args) throws Exception {
        int[] numbers = new int[50];
        int[] seen = new int[500];
        numbers[0] = 1;
        for (int i = 0; i < 500; i++) { // advice: serial | not-known
            java.util.Arrays.parallelPrefix(numbers, (a, b) -> (a + b) % 1009);
            seen[i] = numbers[i % 50];
        }
        System.out.println(seen[499]);
    }
}
