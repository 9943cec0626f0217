// Virtual calls, interfaces, lambdas, recursion, calls back from the library: the same counters all the way down.
// estimate rd = 10 wr = 1
// drd [1,0] = 22
// dwr [1,0] = 5
import java.util.Arrays;
import java.util.function.IntSupplier;

public class Calls {
    interface Step {
        int run(int depth);
    }

    static int counter = 5;

    static class Base implements Step, Comparable<Base> {
        int value = 3;

        @Override
        public int run(int depth) {
            return value;
        }

        @Override
        public int compareTo(Base other) {
            return value - other.value;
        }
    }

    static class Derived extends Base {
        @Override
        public int run(int depth) {
            return depth == 0 ? value : super.run(depth) + run(depth - 1);
        }
    }

    static final Base BASE = new Base();
    static final Base DERIVED = new Derived();
    static final Step LAMBDA = depth -> counter + depth;
    static final Base[] ALL = {BASE, DERIVED};

    public static void main(String[] args) {
        task();
    }

    static void task() {
        // 1 read; 3 reads of the derived class and its super class; 1 read in a lambda.
        int sum = BASE.run(2) + DERIVED.run(2) + LAMBDA.run(1);
        // One comparison of two elements: 2 reads.
        Arrays.sort(ALL);
        // A lambda of the task: 1 read.
        IntSupplier supplier = () -> counter;
        sum += supplier.getAsInt();
        // 5 times 2 reads and 1 write, and 1 read at the end.
        count(5);
        // 2 reads, the second of which fails: what a block may read is counted when it begins. And 1 in the handler.
        try {
            fail(BASE);
            fail(null);
        } catch (NullPointerException e) {
            sum += counter;
        }
    }

    static void count(int depth) {
        if (counter >= 0 && depth > 0) {
            counter++;
            count(depth - 1);
        }
    }

    static int fail(Base base) {
        return base.value;
    }
}
