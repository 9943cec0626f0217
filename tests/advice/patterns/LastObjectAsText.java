/** The last object that iterations have made is kept in a field and written as a text after the loop. */
public class LastObjectAsText {
    record Point(int x, int y) {}

    static Point last;

    public static void main(String[] args) {
        int[] sums = new int[2000];
        for (int i = 0; i < 2000; i++) { // advice: with-changes | not-known via last
            last = new Point(i % 7, i % 11);
            sums[i] = last.x() * last.y();
        }
        System.out.println(last + " " + sums[77]);
    }
}
