/** The first value of a kind is kept: later ones must not replace it. */
public class FirstWins {
    public static void main(String[] args) {
        int first = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | search | with-changes via first
            int value = i * 7919 % 1009;
            if (first == 0) {
                first = value;
            }
        }
        int kept = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | search | with-changes via kept
            kept = kept != 0 ? kept : i * 7919 % 1009;
        }
        System.out.println(first + " " + kept);
    }
}
