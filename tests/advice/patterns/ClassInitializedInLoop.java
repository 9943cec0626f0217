/** The first iteration initialises a class, whose table all of them read: it can be initialised before. */
public class ClassInitializedInLoop {
    static class Table {
        static final int[] SQUARES = new int[64];

        static {
            for (int i = 0; i < SQUARES.length; i++) {
                SQUARES[i] = i * i;
            }
        }
    }

    public static void main(String[] args) {
        int[] results = new int[3000];
        for (int i = 0; i < results.length; i++) { // advice: independent | with-changes
            results[i] = Table.SQUARES[i * 7 & 63] % 31;
        }
        System.out.println(results[2999]);
    }
}
