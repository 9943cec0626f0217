import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Loops over independent work that one line does not make parallel: a lambda could not capture what they use, or counts otherwise. */
public class EditsRefused {
    static final class Cell {
        long value;
    }

    static long work(int seed) {
        long hash = seed;
        for (int i = 0; i < 100; i++) { // advice: serial via hash
            hash = hash * 31 + i;
        }
        return hash;
    }

    static void steps(long[] target) {
        for (int i = 0; i < target.length; i += 2) { // advice: independent, edit none
            target[i] = work(i);
        }
    }

    static void downward(long[] target) {
        for (int i = target.length - 1; i >= 0; i--) { // advice: independent, edit none
            target[i] = work(i);
        }
    }

    static void rows(long[][] rows) {
        for (int row = 0; row < rows.length; row++) {
            for (int i = 0; i < rows[row].length; i++) { // advice: independent, edit none
                rows[row][i] = work(row + i);
            }
        }
    }

    static int counterUsed(long[] target) {
        int i;
        for (i = 0; i < target.length; i++) { // advice: independent, edit none
            target[i] = work(i);
        }
        return i;
    }

    static void assignedAround(long[] target) {
        long value = 0;
        for (int i = 0; i < target.length; i++) { // advice: independent | private-copies, edit none
            value = work(i);
            target[i] = value;
        }
    }

    static void assignedBefore(long[] target, int offset) {
        if (offset > 2) {
            offset = 2;
        }
        for (int i = 0; i < target.length; i++) { // advice: independent, edit none
            target[i] = work(i + offset);
        }
    }

    static void twoCounters(long[] target) {
        for (int i = 0, j = target.length - 1; i < target.length; i++, j--) { // advice: independent, edit none
            target[i] = work(j);
        }
    }

    static void another(List<Cell> cells, Iterator<Integer> others) {
        for (Cell cell : cells) { // advice: with-changes | overlapping, edit none
            cell.value += work(others.next());
        }
    }

    public static void main(String[] args) {
        long[] target = new long[200];
        steps(target);
        downward(target);
        rows(new long[][] {new long[60], target, new long[70]});
        int last = counterUsed(target);
        assignedAround(target);
        assignedBefore(target, last);
        twoCounters(target);
        List<Cell> cells = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            cells.add(new Cell());
            numbers.add(i);
        }
        another(cells, numbers.iterator());
        System.out.println(target[7] + cells.get(5).value);
    }
}
