/** A text of a new array of arrays shows what the last iteration has changed in one of them. */
public class DeepTextChain {
    public static void main(String[] args) {
        int[] row = {1, 2, 3};
        for (int i = 0; i < 300; i++) { // advice: serial | not-known
            row[i % 3] = java.util.Arrays.deepToString(new Object[] {row, "x"}).hashCode() % 1009;
        }
        System.out.println(row[0]);
    }
}
