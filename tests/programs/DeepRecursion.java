/** 500 frames deep, down with data in an array, up with a result. */
public class DeepRecursion {
    static int descend(int[] seen, int n) {
        if (n == seen.length) {
            return 0;
        }
        seen[n] = n * n % 17;
        int below = descend(seen, n + 1);
        return (below * 3 + seen[n]) % 1009;
    }

    static void fall(int n) {
        if (n == 0) {
            throw new IllegalStateException("bottom");
        }
        fall(n - 1);
    }

    public static void main(String[] args) {
        System.out.println(descend(new int[500], 0));
        try {
            fall(500);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
