/** A generation needs the whole last one, its cells are independent. */
public class GameOfLife {
    public static void main(String[] args) {
        int n = 24;
        int[][] now = new int[n][n];
        now[5][5] = now[5][6] = now[5][7] = now[4][7] = now[3][6] = 1;
        for (int generation = 0; generation < 6; generation++) { // advice: serial
            int[][] next = new int[n][n];
            for (int i = 1; i < n - 1; i++) { // advice: independent
                for (int j = 1; j < n - 1; j++) { // advice: independent
                    int around = now[i - 1][j - 1] + now[i - 1][j] + now[i - 1][j + 1] + now[i][j - 1]
                        + now[i][j + 1] + now[i + 1][j - 1] + now[i + 1][j] + now[i + 1][j + 1];
                    next[i][j] = around == 3 || around == 2 && now[i][j] == 1 ? 1 : 0;
                }
            }
            now = next;
        }
        System.out.println(now[5][6] + now[6][6]);
    }
}
