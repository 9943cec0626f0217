/** Each call mixes its result into a static field at its end, in an order that matters. */
public class CallsMixedIntoStatic {
    static int acc;

    static void work(int value) {
        int hash = value; // advice of calls: serial | with-changes | overlapping via acc
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        acc = acc * 31 + hash;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 30; i++) { // advice: overlapping | scan | serial via acc
            work(i);
        }
        System.out.println(acc);
    }
}
