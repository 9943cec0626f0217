package parallel;

import executed.Versions;
import java.util.concurrent.RecursiveTask;

// follows calls: FibonacciOfWork.java:4 future
/** Fork and join down to a depth, below which calls are serial. */
public final class FibonacciOfWork implements Versions {
    static int fib(int n) {
        int hash = own(n);
        return n < 2 ? hash : fib(n - 1) + fib(n - 2) + hash;
    }

    static final class Fork extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;
        private final int n;

        Fork(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 5) {
                return fib(n);
            }
            Fork left = new Fork(n - 1);
            left.fork();
            int right = new Fork(n - 2).compute();
            return left.join() + right + own(n);
        }
    }

    private static int own(int n) {
        int hash = n;
        for (int j = 0; j < 60; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    @Override
    public String serial() {
        return "" + fib(9);
    }

    @Override
    public String parallel() {
        return "" + new Fork(9).invoke();
    }
}
