/** The place of the next result is moved on behind a call that may throw, and the handler goes on with the next iteration. */
public class CounterBehindCaught {
    static int root(int i) {
        if (i * 7919 % 1009 % 5 == 0) {
            throw new IllegalArgumentException();
        }
        return i * 7 % 31;
    }

    static int fill(int[] results) {
        int at = 0;
        int i = 0;
        while (i < results.length) { // advice: serial | scan | overlapping | with-changes via at
            i++;
            try {
                int root = root(i);
                at++;
                results[at] = root;
            } catch (IllegalArgumentException e) {
                continue;
            }
        }
        return at;
    }

    public static void main(String[] args) {
        int[] results = new int[3000];
        System.out.println(fill(results) + results[7]);
    }
}
