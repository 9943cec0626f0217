/** Points are independent; each step of a point needs the last one and decides whether there is a next. */
public class Mandelbrot {
    public static void main(String[] args) {
        int n = 24;
        int[][] steps = new int[n][n];
        for (int i = 0; i < n; i++) { // advice: independent
            for (int j = 0; j < n; j++) { // advice: independent
                double x = 0;
                double y = 0;
                int step = 0;
                while (x * x + y * y < 4 && step < 40) { // advice: serial | search via x
                    double swap = x * x - y * y + i * 0.125 - 2;
                    y = 2 * x * y + j * 0.125 - 1.5;
                    x = swap;
                    step++;
                }
                steps[i][j] = step;
            }
        }
        System.out.println(steps[3][4] + " " + steps[16][12]);
    }
}
