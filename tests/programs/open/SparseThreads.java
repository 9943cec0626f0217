/** A sparse matrix times a vector, by three threads that share the matrix and the vectors. */
public class SparseThreads {
    static double total;

    static class Runner implements Runnable {
        final double[] val;
        final int[] row;
        final int[] col;
        final double[] x;
        final double[] y;
        final int from;
        final int to;

        Runner(double[] val, int[] row, int[] col, double[] x, double[] y, int from, int to) {
            this.val = val;
            this.row = row;
            this.col = col;
            this.x = x;
            this.y = y;
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            double[] own = new double[4];
            for (int k = from; k < to; k++) {
                y[row[k]] += x[col[k]] * val[k];
                own[k & 3] += val[k];
            }
            synchronized (SparseThreads.class) {
                total += own[0] + own[1] + own[2] + own[3];
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = 60;
        int nz = 600;
        int threads = 3;
        double[] val = new double[nz];
        double[] x = new double[n];
        double[] y = new double[n];
        int[] row = new int[nz];
        int[] col = new int[nz];
        for (int k = 0; k < nz; k++) {
            row[k] = k * n / nz;
            col[k] = k * 7 % n;
            val[k] = k;
        }
        for (int i = 0; i < n; i++) {
            x[i] = i;
        }
        Thread[] workers = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            Runner runner = new Runner(val, row, col, x, y, i * nz / threads, (i + 1) * nz / threads);
            workers[i] = new Thread(runner, "worker " + i);
            workers[i].start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        double sum = 0;
        for (double value : y) {
            sum += value;
        }
        System.out.println(sum + " " + total);
    }
}
