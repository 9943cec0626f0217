/** Accesses to elements of many arrays, whose identities and indices nothing predicts; little memory, for any time. */
public class Accesses {
    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        int[][] pool = new int[64][64];
        int x = 1;
        int sum = 0;
        for (int i = 0; i < n; i++) {
            x = x * 1664525 + 1013904223;
            sum += pool[x >>> 26][x >>> 18 & 63]++;
        }
        System.out.println(sum);
    }
}
