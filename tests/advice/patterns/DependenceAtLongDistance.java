/** Blocks of 500 iterations need only blocks before them. */
public class DependenceAtLongDistance {
    public static void main(String[] args) {
        int n = 4000;
        int[] chain = new int[n];
        for (int i = 500; i < n; i++) { // advice: overlapping
            chain[i] = chain[i - 500] * chain[i - 500] % 1009 + i;
        }
        System.out.println(chain[n - 1]);
    }
}
