import java.util.ArrayList;
import java.util.Iterator;

/** A list whose iterator leaves elements out: a parallel stream of it would not, nor do indices. */
public class CollectionWithOwnIterator {
    static class Active extends ArrayList<int[]> {
        @Override
        public Iterator<int[]> iterator() {
            ArrayList<int[]> chosen = new ArrayList<>();
            for (int i = 0; i < size(); i += 2) {
                chosen.add(get(i));
            }
            return chosen.iterator();
        }
    }

    static int work(int i) {
        int sum = i;
        for (int k = 0; k < 100; k++) {
            sum = (sum * 31 + k) % 10007;
        }
        return sum;
    }

    public static void main(String[] args) {
        Active rows = new Active();
        for (int i = 0; i < 1000; i++) {
            rows.add(new int[] {i});
        }
        for (int[] row : rows) { // advice: with-changes via Iterator, remedy take-elements-first, edit none
            row[0] = work(row[0]);
        }
        System.out.println(rows.get(7)[0] + rows.get(8)[0]);
    }
}
