/** A generator with a seed is shared by a call and its caller, and one draws as often as the other says. */
public class SharedRandomSeeded {
    public static void main(String[] args) {
        java.util.Random random = new java.util.Random(42);
        int[] sums = new int[500];
        for (int i = 0; i < 500; i++) { // advice: with-changes | not-known
            int draws = random.nextInt(5);
            for (int k = 0; k < draws; k++) {
                sums[i] += random.nextInt(100);
            }
        }
        System.out.println(sums[77]);
    }
}
