/** The sums of the two subtrees are independent. */
public class TreeSum {
    final TreeSum left;
    final TreeSum right;

    TreeSum(int depth) {
        left = depth == 0 ? null : new TreeSum(depth - 1);
        right = depth == 0 ? null : new TreeSum(depth - 1);
    }

    long sum(int seed) {
        int hash = seed; // advice of calls: future
        for (int j = 0; j < 80; j++) {
            hash = hash * hash % 10007 + j;
        }
        if (left == null) {
            return hash;
        }
        long one = left.sum(seed + 1);
        long two = right.sum(seed + 2);
        return one + two + hash;
    }

    public static void main(String[] args) {
        System.out.println(new TreeSum(6).sum(1));
    }
}
