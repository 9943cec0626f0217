/** Each element is computed from a hash of all before it. */
public class HashedArrayChain {
    public static void main(String[] args) throws Exception {
        int[] numbers = new int[500];
        for (int i = 0; i < 500; i++) { // advice: serial | not-known
            numbers[i] = java.util.Arrays.hashCode(numbers) % 1009;
        }
        System.out.println(numbers[499]);
    }
}
