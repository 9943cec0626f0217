import java.util.ArrayDeque;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/** Own iterators in enhanced `for` loops and inside library code; iterators that fail. */
public class Iterators {
    static class Range implements Iterable<Integer> {
        final int from, to;

        Range(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int at = from;

                @Override
                public boolean hasNext() {
                    return at < to;
                }

                @Override
                public Integer next() {
                    if (at >= to) throw new NoSuchElementException("end " + to);
                    return at++;
                }
            };
        }
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int x : new Range(2, 6)) for (int y : new Range(0, x)) sum += x * y;
        List<Integer> list = new ArrayList<>();
        new Range(0, 10).forEach(list::add);
        list.removeIf(x -> x % 4 == 1);
        System.out.println(sum + " " + list + " " + new ArrayDeque<>(list).peekLast());
        try {
            for (Integer x : list) if (x == 4) list.remove(x);
        } catch (ConcurrentModificationException e) {
            System.out.println("modified " + list.size());
        }
        try {
            new Range(1, 1).iterator().next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
    }
}
