/** A counter behind an inner loop is skipped when the inner loop goes on with the outer one. */
public class OuterContinued {
    public static void main(String[] args) {
        int kept = 0;
        int[] places = new int[600];
        outer:
        for (int i = 2; i < 600; i++) { // advice: scan | serial | with-changes | overlapping via kept
            for (int k = 2; k * k <= i; k++) {
                if (i % k == 0) {
                    continue outer;
                }
            }
            places[kept] = i;
            kept++;
        }
        System.out.println(kept + places[20]);
    }
}
