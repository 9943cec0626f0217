/** One field is written by iterations of two kinds, and what the last one of all wrote is needed. */
public class LastOfEither {
    static String state = "none";

    public static void main(String[] args) {
        int[] seen = new int[3000];
        for (int i = 0; i < 3000; i++) { // advice: with-changes via state
            int value = i * 7919 % 1009;
            if (value > 900) {
                state = "high";
            } else if (value < 100) {
                state = "low";
            }
            seen[i] = value * value % 31;
        }
        System.out.println(state + seen[77]);
    }
}
