/** One digest over all values: each update continues the one before. */
public class Digest {
    public static void main(String[] args) throws java.security.NoSuchAlgorithmException {
        java.security.MessageDigest digest = java.security.MessageDigest.getInstance("SHA-256");
        for (int i = 0; i < 3000; i++) { // advice: not-known | serial
            digest.update((byte) (i * 7919 % 1009));
        }
        System.out.println(digest.digest()[0]);
    }
}
