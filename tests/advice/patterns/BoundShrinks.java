/** Elements that fail a test are replaced by the last one, which shortens the loop. */
public class BoundShrinks {
    public static void main(String[] args) {
        int[] a = new int[3000];
        for (int i = 0; i < a.length; i++) { // advice: independent
            a[i] = i * 7919 % 1009;
        }
        int n = a.length;
        int i = 0;
        while (i < n) { // advice: serial | search via n
            if (a[i] % 3 == 0) {
                n--;
                a[i] = a[n];
            } else {
                i++;
            }
        }
        System.out.println(n + " " + a[0]);
    }
}
