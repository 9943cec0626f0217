/** Each iteration writes a location twice, and nobody reads it after the loop: a copy for each task will do. */
public class FirstOfTwoWrites {
    private static final class Cell {
        int value;
    }

    public static void main(String[] args) {
        int[] sums = new int[2000];
        Cell[] cells = {new Cell(), new Cell(), new Cell()};
        for (int i = 0; i < sums.length; i++) { // advice: private-copies via Cell.value
            Cell cell = cells[i % 3];
            cell.value = i;
            for (int k = 0; k < 50; k++) { // advice: serial
                cell.value ^= cell.value << 3 | k;
            }
            sums[i] = cell.value;
        }
        System.out.println(sums[7]);
    }
}
