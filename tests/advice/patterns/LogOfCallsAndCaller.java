/** A call and its caller write to the same text. */
public class LogOfCallsAndCaller {
    static final StringBuilder LOG = new StringBuilder();

    static void work(int i) {
        int hash = i; // advice of calls: future | with-changes | not-known
        for (int j = 0; j < 300; j++) {
            hash = (hash * 31 + j) % 10007;
        }
        LOG.append(hash);
    }

    public static void main(String[] args) {
        for (int i = 0; i < 40; i++) { // advice: reduction
            work(i);
            LOG.append(';');
        }
        System.out.println(LOG.length());
    }
}
