/** An initialiser takes numbers of a counter by the same method as tasks do: which ones, depends on how far they are. */
public class InitializerCallsWhatTasksChange {
    static int last;

    static int next() {
        last = (last * 31 + 17) % 10007;
        return last;
    }

    static class Late {
        static final int ID = next();
    }

    public static void main(String[] args) {
        int[] results = new int[2000];
        for (int i = 0; i < results.length; i++) { // advice: serial | not-known via last
            results[i] = next() + (i < 1000 ? 0 : Late.ID);
        }
        int[] others = new int[2000];
        for (int i = 0; i < others.length; i++) { // advice: independent | with-changes
            int sum = 0;
            for (int k = 0; k < 20; k++) {
                sum = sum * 31 % 10007 + Late.ID * k + i;
            }
            others[i] = sum;
        }
        System.out.println(results[1999] + others[1999]);
    }
}
