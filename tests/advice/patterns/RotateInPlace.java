/** Every swap moves on an element that the swap before brought. */
public class RotateInPlace {
    public static void main(String[] args) {
        int[] a = new int[3000];
        for (int i = 0; i < a.length; i++) { // advice: independent
            a[i] = i * 7 % 31;
        }
        for (int i = 0; i + 1 < a.length; i++) { // advice: serial
            int swap = a[i];
            a[i] = a[i + 1];
            a[i + 1] = swap;
        }
        System.out.println(a[0] + a[2999] * 100);
    }
}
