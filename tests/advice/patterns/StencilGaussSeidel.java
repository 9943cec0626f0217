/** Every element needs the new value of its left neighbour. */
public class StencilGaussSeidel {
    public static void main(String[] args) {
        int n = 3000;
        int[] cells = new int[n];
        for (int i = 0; i < n; i++) { // advice: independent
            cells[i] = i * 29 % 97;
        }
        for (int i = 1; i < n - 1; i++) { // advice: serial
            cells[i] = (cells[i - 1] + 2 * cells[i] + cells[i + 1]) / 4;
        }
        System.out.println(cells[1] + cells[n - 2]);
    }
}
