/** Elements are added to elements of the same array, which later iterations add again. */
public class IndexedAddends {
    public static void main(String[] args) {
        int n = 3000;
        int[] cells = new int[n];
        cells[0] = 1;
        for (int i = 0; i < n; i++) { // advice: serial | overlapping
            cells[(i * 7 + 11) % n] += cells[i] + i % 5;
        }
        System.out.println(cells[n - 1]);
    }
}
