import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** A recursive sum with 32 equal leaves. */
public class ForkJoinSum {
    static final class Sum extends RecursiveTask<Long> {
        private static final long serialVersionUID = 1;
        private final int from;
        private final int to;
        private final int size;

        Sum(int from, int to, int size) {
            this.from = from;
            this.to = to;
            this.size = size;
        }

        @Override
        protected Long compute() {
            if (to - from == 1) {
                return Work.of(from, size);
            }
            int middle = (from + to) >>> 1;
            Sum left = new Sum(from, middle, size);
            left.fork();
            long right = new Sum(middle, to, size).compute();
            return right + left.join();
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        System.out.println(pool.invoke(new Sum(0, 32, Work.size(args) / 2)));
        pool.shutdown();
    }
}
