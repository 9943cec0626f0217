/** Short chains beside much work: the work of all iterations can be done first, or last. */
public class ChainBesideWork {
    static int work(int seed) {
        int hash = seed;
        for (int j = 0; j < 300; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    static int combine(int n) {
        int all = 7;
        for (int i = 0; i < n; i++) { // advice: overlapping via all
            all = all * 31 + work(i);
        }
        return all;
    }

    static int spread(int[] results) {
        int state = 1;
        for (int i = 0; i < results.length; i++) { // advice: overlapping via state
            state = state * 1103515245 + 12345;
            results[i] = work(state >>> 16);
        }
        return state;
    }

    static long twoLocals(int[] results) {
        long a = 0;
        long b = 1;
        for (int i = 0; i < results.length; i++) { // advice: overlapping via a
            long next = a + b;
            a = b;
            b = next;
            results[i] = work((int) next);
        }
        return a;
    }

    public static void main(String[] args) {
        System.out.println(combine(100) + spread(new int[100]) + twoLocals(new int[60]));
    }
}
