/** Only the handler counts: what it counts is a sum, and nothing reads it on the way. */
public class HandlersCount {
    static int root(int i) {
        if (i * 7919 % 1009 % 5 == 0) {
            throw new IllegalArgumentException();
        }
        return i * 7 % 31;
    }

    public static void main(String[] args) {
        int[] results = new int[3000];
        int failures = 0;
        int successes = 0;
        for (int i = 0; i < 3000; i++) { // advice: reduction via failures
            try {
                results[i] = root(i);
                successes++;
            } catch (IllegalArgumentException e) {
                failures++;
            }
        }
        System.out.println(results[5] + failures + successes);
    }
}
