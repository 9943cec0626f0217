/** Permutations by swapping and swapping back: each call finds the array as the one before has left it. */
public class PermutationsInPlace {
    static long best;

    static void permute(int[] values, int from) {
        if (from == values.length) {
            long hash = 7;
            for (int value : values) {
                hash = hash * 31 + value;
            }
            best = Math.max(best, hash % 1009);
            return;
        }
        for (int i = from; i < values.length; i++) { // advice: serial | private-copies | not-known
            int swapped = values[from];
            values[from] = values[i];
            values[i] = swapped;
            permute(values, from + 1);
            values[i] = values[from];
            values[from] = swapped;
        }
    }

    public static void main(String[] args) {
        permute(new int[] {1, 2, 3, 4, 5, 6}, 0);
        System.out.println(best);
    }
}
