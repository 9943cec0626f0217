/** Which element is visited next is read from the last one. */
public class PointerChase {
    public static void main(String[] args) {
        int n = 3000;
        int[] next = new int[n];
        for (int i = 0; i < n; i++) { // advice: independent
            next[i] = (i * 7 + 11) % n;
        }
        int at = 0;
        for (int i = 0; i < n; i++) { // advice: serial via at
            at = next[at];
        }
        System.out.println(at);
    }
}
