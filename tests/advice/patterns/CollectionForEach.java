import java.util.ArrayList;
import java.util.List;

/** The library goes through a list, and each element is handled by itself. */
public class CollectionForEach {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        List<int[]> cells = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            cells.add(new int[] {i});
        }
        cells.forEach(cell -> cell[0] = work(cell[0])); // advice of stream: independent
        System.out.println(cells.get(299)[0]);
    }
}
