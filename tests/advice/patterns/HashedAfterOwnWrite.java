/** Each iteration writes an element, and hashes all of them. */
public class HashedAfterOwnWrite {
    public static void main(String[] args) throws Exception {
        int[] numbers = new int[500];
        int[] hashes = new int[500];
        for (int i = 0; i < 500; i++) { // advice: serial | not-known | scan
            numbers[i] = i * 7919 % 1009;
            hashes[i] = java.util.Arrays.hashCode(numbers);
        }
        System.out.println(hashes[499]);
    }
}
