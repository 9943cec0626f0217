/** Each round needs the distances of the one before; within a round only shorter ways are written. */
public class FloydWarshall {
    public static void main(String[] args) {
        int n = 24;
        int[][] way = new int[n][n];
        for (int i = 0; i < n; i++) { // advice: independent
            for (int j = 0; j < n; j++) { // advice: independent
                way[i][j] = i == j ? 0 : 1 + (i * 31 + j * 17) % 97;
            }
        }
        for (int k = 0; k < n; k++) { // advice: serial
            for (int i = 0; i < n; i++) { // advice: independent
                for (int j = 0; j < n; j++) { // advice: independent
                    int through = way[i][k] + way[k][j];
                    if (through < way[i][j]) {
                        way[i][j] = through;
                    }
                }
            }
        }
        System.out.println(way[0][n - 1] + way[n - 1][3]);
    }
}
