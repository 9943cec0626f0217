import java.util.ArrayList;
import java.util.List;

/** Plain loops over independent work: one line makes each of them parallel. */
public class EditsOfLoops {
    static final int COUNT = 200;
    static final class Cell {
        long value;
    }

    private final long[] results = new long[COUNT];

    static long work(int seed) {
        long hash = seed;
        for (int i = 0; i < 100; i++) { // advice: serial via hash
            hash = hash * 31 + i;
        }
        return hash;
    }

    void fill() {
        for (int i = 0; i < results.length; i++) { // advice: independent, edit IntStream.range(0, this.results.length).parallel().forEach(i -> …)
            results[i] = work(i);
        }
    }

    static void between(long[] target, int from, int to) {
        for (int k = from + 1; k <= to - 1; ++k) { // advice: independent, edit IntStream.rangeClosed(from + 1, to - 1).parallel().forEach(k -> …)
            long sum = work(k);
            target[k] = sum + work(k + 1);
        }
    }

    static void each(List<Cell> cells) {
        for (Cell cell : cells) { // advice: with-changes, edit cells.parallelStream().forEach(cell -> …)
            cell.value += work((int) cell.value);
        }
    }

    static void all(Cell[] cells, int offset) {
        for (Cell cell : cells) { // advice: independent, edit Arrays.stream(cells).parallel().forEach(cell -> …)
            cell.value = work(offset + (int) cell.value);
        }
    }

    static void squares(int[] places, long[] target) {
        for (int place : places) { // advice: independent, edit Arrays.stream(places).parallel().forEach(place -> …)
            target[place] = work(place);
        }
    }

    static void counted(long[] target) {
        for (int i = 0; i < COUNT; i++) { // advice: independent, edit IntStream.range(0, 200).parallel().forEach(i -> …)
            if (i % 3 == 0) {
                continue;
            }
            target[i] = work(i);
        }
    }

    static long[] reusedSlots(List<Cell> cells, Cell[] others) {
        long sum = 0;
        for (int i = 0; i < COUNT; i++) { // advice: reduction
            sum += work(i);
        }
        long[] target = new long[COUNT];
        for (int i = 0; i < COUNT; i++) { // advice: independent, edit IntStream.range(0, 200).parallel().forEach(i -> …)
            target[i] = work(i);
        }
        for (Cell cell : others) { // advice: independent, edit Arrays.stream(others).parallel().forEach(cell -> …)
            cell.value = work((int) cell.value);
        }
        for (Cell cell : cells) { // advice: independent | with-changes, edit cells.parallelStream().forEach(cell -> …)
            cell.value += work((int) cell.value);
        }
        target[0] += sum;
        return target;
    }

    public static void main(String[] args) {
        EditsOfLoops own = new EditsOfLoops();
        own.fill();
        long[] target = new long[COUNT];
        between(target, 0, COUNT);
        List<Cell> cells = new ArrayList<>();
        int[] places = new int[COUNT];
        for (int i = 0; i < COUNT; i++) {
            cells.add(new Cell());
            places[i] = COUNT - 1 - i;
        }
        each(cells);
        all(cells.toArray(new Cell[0]), 7);
        squares(places, target);
        counted(target);
        target[3] += reusedSlots(cells, cells.toArray(new Cell[0]))[0];
        System.out.println(own.results[7] + target[9] + cells.get(3).value);
    }
}
