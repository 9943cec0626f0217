package parallel;

import executed.Versions;
import java.util.concurrent.RecursiveTask;

// follows calls: TreeSum.java:12 future
/** Each node forks one subtree and joins it where the sums are added. */
public final class TreeSum implements Versions {
    static final class Tree {
        final Tree left;
        final Tree right;

        Tree(int depth) {
            left = depth == 0 ? null : new Tree(depth - 1);
            right = depth == 0 ? null : new Tree(depth - 1);
        }

        long sum(int seed) {
            int hash = hash(seed);
            return left == null ? hash : left.sum(seed + 1) + right.sum(seed + 2) + hash;
        }

        RecursiveTask<Long> fork(int seed) {
            return new RecursiveTask<>() {
                @Override
                protected Long compute() {
                    int hash = hash(seed);
                    if (left == null) {
                        return (long) hash;
                    }
                    var one = left.fork(seed + 1).fork();
                    long two = right.fork(seed + 2).invoke();
                    return one.join() + two + hash;
                }
            };
        }
    }

    private static int hash(int seed) {
        int hash = seed;
        for (int j = 0; j < 80; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    @Override
    public String serial() {
        return "" + new Tree(6).sum(1);
    }

    @Override
    public String parallel() {
        return "" + new Tree(6).fork(1).invoke();
    }
}
