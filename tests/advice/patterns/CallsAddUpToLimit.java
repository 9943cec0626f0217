/** Calls add to a sum until it is large enough: what is added depends on the order. */
public class CallsAddUpToLimit {
    static int total;

    static void take(int i) {
        int hash = i; // advice of calls: serial | not-known
        for (int j = 0; j < 300; j++) {
            hash = (hash * 31 + j) % 10007;
        }
        if (total < 100_000) {
            total += hash;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 60; i++) { // advice: serial | overlapping via total
            take(i);
        }
        System.out.println(total);
    }
}
