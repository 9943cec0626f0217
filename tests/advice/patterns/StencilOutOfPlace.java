/** Neighbours are read from another array than the one that is written. */
public class StencilOutOfPlace {
    public static void main(String[] args) {
        int n = 3000;
        int[] from = new int[n];
        int[] to = new int[n];
        for (int i = 0; i < n; i++) { // advice: independent
            from[i] = i * 29 % 97;
        }
        for (int i = 1; i < n - 1; i++) { // advice: independent
            to[i] = (from[i - 1] + 2 * from[i] + from[i + 1]) / 4;
        }
        System.out.println(to[1] + to[n - 2]);
    }
}
