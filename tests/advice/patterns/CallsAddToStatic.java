/** Each call adds its result to a static field: the order does not matter. */
public class CallsAddToStatic {
    static long total;

    static void work(int value) {
        int hash = value; // advice of calls: reduction | with-changes
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        total += hash;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 30; i++) { // advice: reduction via total
            work(i);
        }
        System.out.println(total);
    }
}
