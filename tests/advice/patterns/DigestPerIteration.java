/** A digest is reset and used up within each iteration: one object per task. */
public class DigestPerIteration {
    public static void main(String[] args) throws java.security.NoSuchAlgorithmException {
        java.security.MessageDigest digest = java.security.MessageDigest.getInstance("SHA-256");
        int[] firsts = new int[1000];
        for (int i = 0; i < firsts.length; i++) { // advice: private-copies | with-changes | not-known
            digest.reset();
            digest.update((byte) (i * 7919 % 1009));
            digest.update((byte) i);
            firsts[i] = digest.digest()[0];
        }
        System.out.println(firsts[999]);
    }
}
