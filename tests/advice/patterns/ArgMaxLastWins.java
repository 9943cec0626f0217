/** The greatest value and its last index, and the least with two companions. */
public class ArgMaxLastWins {
    public static void main(String[] args) {
        int best = -1;
        int at = -1;
        for (int i = 0; i < 3000; i++) { // advice: reduction | with-changes via at, remedy keep-together
            int value = i * 7919 % 1009;
            if (value >= best) {
                best = value;
                at = i;
            }
        }
        double least = 1e9;
        int row = 0;
        int column = 0;
        for (int i = 0; i < 3000; i++) { // advice: reduction | with-changes via least
            double value = i * 7919 % 1009 * 0.5;
            if (value < least) {
                least = value;
                row = i / 50;
                column = i % 50;
            }
        }
        System.out.println(best + " at " + at + ", " + least + " at " + row + " " + column);
    }
}
