/** So many arrays live at once that some would have the same identity hash. Each iteration has one of its own. */
public class ManyArrays {
    static final class Node {
        final int value;

        Node(int value) {
            this.value = value;
        }
    }

    private static final int LAST = 1;

    public static void main(String[] args) throws InterruptedException {
        int n = Integer.parseInt(args[1]);
        switch (args[0]) {
            case "ints" -> ints(n);
            case "objects" -> objects(n);
            case "clones" -> clones(n);
            case "nested" -> nested(n);
            case "copies" -> copies(n);
            default -> threads(n);
        }
    }

    private static void ints(int n) {
        int[][] all = new int[n][];
        for (int i = 0; i < n; i++) { // independent
            int[] own = new int[2];
            own[0] = i;
            all[i] = own;
        }
        for (int i = 0; i < n; i++) { // independent
            all[i][LAST] = all[i][0] + i;
            all[i][0] = all[i][LAST] * 3;
        }
    }

    private static void objects(int n) {
        Node[][] all = new Node[n][];
        for (int i = 0; i < n; i++) { // independent
            all[i] = new Node[] {new Node(i), null};
        }
        for (int i = 0; i < n; i++) { // independent
            all[i][LAST] = all[i][0];
            all[i][0] = new Node(all[i][LAST].value + 1);
        }
    }

    private static void clones(int n) {
        int[] first = {1, 2};
        int[][] all = new int[n][];
        for (int i = 0; i < n; i++) { // independent
            all[i] = first.clone();
        }
        for (int i = 0; i < n; i++) { // independent
            all[i][0] = all[i][LAST] + i;
            all[i][LAST] = all[i][0] * 3;
        }
    }

    private static void nested(int n) {
        long[][][] all = new long[n / 4][4][2];
        for (int i = 0; i < n; i++) { // independent
            all[i / 4][i % 4][0] = i;
            all[i / 4][i % 4][LAST] = all[i / 4][i % 4][0] + 1;
        }
    }

    private static void copies(int n) {
        String text = "ab";
        char[][] all = new char[n][];
        for (int i = 0; i < n; i++) { // independent
            all[i] = text.toCharArray();
        }
        for (int i = 0; i < n; i++) { // independent
            all[i][0] = (char) (all[i][LAST] + i);
            all[i][LAST] = all[i][0];
        }
    }

    private static void threads(int n) throws InterruptedException {
        Thread other = new Thread(() -> ints(n / 2));
        other.start();
        ints(n / 2);
        other.join();
    }
}
