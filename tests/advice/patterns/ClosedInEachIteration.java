/** Each iteration opens and closes a resource of its own: the code for its errors is never run. */
public class ClosedInEachIteration {
    static final class Resource implements AutoCloseable {
        int uses;

        int use(int i) {
            uses++;
            return i * 31 % 1009 + uses;
        }

        @Override
        public void close() {
            uses = 0;
        }
    }

    public static void main(String[] args) {
        int[] results = new int[2000];
        int done = 0;
        for (int i = 0; i < 2000; i++) { // advice: independent
            try (Resource own = new Resource()) {
                results[done] = own.use(i);
            }
            done++;
        }
        System.out.println(results[5] + results[1999] + done);
    }
}
