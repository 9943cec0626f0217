/** A counter is moved in each iteration, whether there was an exception or not. */
public class CountedInFinally {
    static int root(int i) {
        if (i * 7919 % 1009 % 5 == 0) {
            throw new IllegalArgumentException();
        }
        return i * 7 % 31;
    }

    public static void main(String[] args) {
        int[] results = new int[6000];
        int done = 0;
        for (int i = 0; i < 3000; i++) { // advice: independent
            try {
                results[done] = root(i);
            } catch (IllegalArgumentException e) {
                results[done] = -1;
            } finally {
                done++;
            }
        }
        int skipped = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan | with-changes via skipped
            try {
                results[skipped] = root(i);
            } catch (IllegalArgumentException e) {
                skipped++;
            } finally {
                skipped++;
            }
        }
        System.out.println(results[5] + results[1999] + done + skipped);
    }
}
