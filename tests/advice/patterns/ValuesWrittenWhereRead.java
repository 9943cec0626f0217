/** All elements are read before the loop that overwrites them: no iteration needs another. */
public class ValuesWrittenWhereRead {
    public static void main(String[] args) {
        int n = 3000;
        int[] a = new int[n];
        for (int i = 0; i < n; i++) { // advice: independent
            a[i] = i * 7919 % 1009;
        }
        int half = n / 2;
        for (int i = 0; i < half; i++) { // advice: independent
            a[i] = a[i + half] * 3 + a[i];
        }
        System.out.println(a[0] + a[half - 1]);
    }
}
