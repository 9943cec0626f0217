/** Every element needs the old value of its right neighbour: a copy of the array makes iterations independent. */
public class StencilReadsAhead {
    public static void main(String[] args) {
        int n = 3000;
        int[] cells = new int[n];
        for (int i = 0; i < n; i++) { // advice: independent
            cells[i] = i * 29 % 97;
        }
        for (int i = 0; i < n - 1; i++) { // advice: private-copies via cells, remedy copy-before
            cells[i] = cells[i] * 3 + cells[i + 1];
        }
        System.out.println(cells[0] + cells[n - 2]);
    }
}
