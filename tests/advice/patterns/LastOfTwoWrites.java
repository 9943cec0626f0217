/** Each iteration writes a location twice, and what the last one leaves there is read after the loop. */
public class LastOfTwoWrites {
    private static final class Cell {
        int value;
    }

    public static void main(String[] args) {
        int[] sums = new int[2000];
        int sum = 0;
        for (int i = 0; i < sums.length; i++) { // advice: with-changes via sum
            sum = 0;
            for (int k = 0; k < 50; k++) { // advice: reduction
                sum += (i ^ k) * 7;
            }
            sums[i] = sum;
        }
        Cell[] cells = {new Cell(), new Cell(), new Cell()};
        for (int i = 0; i < sums.length; i++) { // advice: with-changes via Cell.value
            Cell cell = cells[i % 3];
            cell.value = sums[i];
            for (int k = 0; k < 50; k++) { // advice: serial
                cell.value ^= cell.value << 3 | k;
            }
            sums[i] = cell.value;
        }
        System.out.println(sum + sums[7] + cells[1].value);
    }
}
