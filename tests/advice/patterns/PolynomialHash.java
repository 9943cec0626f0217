/** The hash of a string, as `String.hashCode` computes it. */
public class PolynomialHash {
    public static void main(String[] args) {
        char[] text = "the quick brown fox jumps over the lazy dog".repeat(80).toCharArray();
        int hash = 0;
        for (char c : text) { // advice: serial | scan via hash
            hash = 31 * hash + c;
        }
        System.out.println(hash);
    }
}
