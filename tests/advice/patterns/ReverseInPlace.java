/** Each iteration swaps a pair of elements of its own. */
public class ReverseInPlace {
    public static void main(String[] args) {
        int[] a = new int[4000];
        for (int i = 0; i < a.length; i++) { // advice: independent
            a[i] = i * 7 % 31;
        }
        for (int i = 0, j = a.length - 1; i < j; i++, j--) { // advice: independent
            int swap = a[i];
            a[i] = a[j];
            a[j] = swap;
        }
        System.out.println(a[0] + a[1] * 100);
    }
}
