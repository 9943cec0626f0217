/** Rows of the Mandelbrot set; those through its middle take longest. */
final class Mandelbrot implements Kernel {
    private static final int SIZE = 160;
    private static final int LIMIT = 50;

    @Override
    public long serial() {
        int[][] image = new int[SIZE][SIZE];
        for (int y = 0; y < SIZE; y++) { // in parallel
            row(image[y], y);
        }
        return checksum(image);
    }

    @Override
    public long parallel(Workers workers) {
        int[][] image = new int[SIZE][SIZE];
        workers.loop(0, SIZE, (worker, from, to) -> {
            for (int y = from; y < to; y++) {
                row(image[y], y);
            }
        });
        return checksum(image);
    }

    private static void row(int[] row, int y) {
        double b = 2.0 * y / SIZE - 1;
        for (int x = 0; x < SIZE; x++) {
            row[x] = steps(2.0 * x / SIZE - 1.5, b);
        }
    }

    private static int steps(double a, double b) {
        double real = 0;
        double imaginary = 0;
        int steps = 0;
        while (steps < LIMIT && real * real + imaginary * imaginary < 4) {
            double next = real * real - imaginary * imaginary + a;
            imaginary = 2 * real * imaginary + b;
            real = next;
            steps++;
        }
        return steps;
    }

    private static long checksum(int[][] image) {
        long sum = 0;
        for (int[] row : image) {
            for (int pixel : row) {
                sum = sum * 31 + pixel;
            }
        }
        return sum;
    }
}
