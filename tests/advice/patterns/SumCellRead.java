/** The element that holds the sum is read by another index expression. */
public class SumCellRead {
    public static void main(String[] args) {
        int[] cells = new int[8];
        int[] seen = new int[3000];
        for (int i = 0; i < seen.length; i++) { // advice: serial | scan
            cells[0] += i * 7 % 31;
            seen[i] = cells[i % 8];
        }
        System.out.println(cells[0] + seen[2992]);
    }
}
