/** A counter is moved in each iteration, unless an exception skips it: it does not follow from the number of the iteration. */
public class CountedUnlessThrown {
    static int root(int i) {
        if (i * 7919 % 1009 % 5 == 0) {
            throw new IllegalArgumentException();
        }
        return i * 7 % 31;
    }

    public static void main(String[] args) {
        int[] results = new int[3000];
        int filled = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan | overlapping | with-changes via filled
            try {
                results[filled] = root(i);
                filled++;
            } catch (IllegalArgumentException e) {
                results[2999] = -1;
            }
        }
        System.out.println(results[5] + results[1999] + filled);
    }
}
