/** The parameters are two arrays: no element needs another of the same array. */
public class DistinctParameters {
    static void shift(int[] a, int[] b) {
        for (int i = 1; i < a.length; i++) { // advice: independent
            a[i] = b[i - 1] * b[i - 1] % 1009 + i;
        }
    }

    public static void main(String[] args) {
        int[] to = new int[3000];
        shift(to, new int[3000]);
        System.out.println(to[2999]);
    }
}
