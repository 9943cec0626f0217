/** Each call prints what it has computed: the lines must come in order. */
public class CallsPrint {
    static void work(int seed) {
        int hash = seed; // advice of calls: with-changes | reduction
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        System.out.println(hash);
    }

    public static void main(String[] args) {
        for (int i = 0; i < 30; i++) { // advice: reduction | with-changes
            work(i);
        }
    }
}
