/** Counters of type long and double, in a field, twice an iteration, and by a step that is computed before. */
public class CountersOfAllKinds {
    static int position;

    public static void main(String[] args) {
        int n = 3000;
        int[] out = new int[3 * n];
        long at = 0;
        for (int i = 0; i < n; i++) { // advice: independent
            out[(int) at] = i * 7 % 31;
            at += 3;
        }
        double x = 0;
        for (int i = 0; i < n; i++) { // advice: independent
            out[(int) x] = i * 5 % 31;
            x += 2.0;
        }
        int k = 0;
        for (int i = 0; i < n; i++) { // advice: independent
            out[k++] = i;
            out[k++] = i * 3 % 31;
        }
        int step = args.length + 2;
        int j = 0;
        for (int i = 0; i < n; i++) { // advice: independent
            out[j] = i * 3 % 17;
            j = j + step;
        }
        position = 0;
        for (int i = 0; i < n; i++) { // advice: private-copies via position, remedy counted-in-local
            out[position++] = i * 3 % 13;
        }
        System.out.println(out[5] + out[n]);
    }
}
