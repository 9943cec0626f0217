import java.util.concurrent.StructuredTaskScope;

/** Four subtasks of a structured scope, each with the same work, and as much behind them. */
public final class Scoped {
    static int work(int seed, int rounds) {
        int x = seed;
        for (int i = 0; i < rounds; i++) {
            x = x * 31 + i;
        }
        return x;
    }

    public static void main(String[] args) throws Exception {
        int rounds = 50_000; // all
        int sum = 0;
        try (var scope = StructuredTaskScope.open()) {
            var tasks = new java.util.ArrayList<StructuredTaskScope.Subtask<Integer>>();
            for (int i = 0; i < 4; i++) { // forks
                int seed = i;
                tasks.add(scope.fork(() -> work(seed, rounds)));
            }
            scope.join();
            for (var task : tasks) {
                sum += task.get();
            }
        }
        System.out.println(work(sum, rounds));
    }
}
