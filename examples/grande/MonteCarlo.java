package grande;

/**
 * Estimates the return of a share from random paths of its price. {@code java grande.MonteCarlo [THREADS [PATHS]]}
 *
 * <p>Each task makes paths, which are its own, and leaves a result for each.
 */
public final class MonteCarlo {
    static final int STEPS = 1000;

    private MonteCarlo() {
    }

    public static void main(String[] args) {
        int threads = Team.argument(args, 0, 1);
        int paths = Team.argument(args, 1, 10_000);
        Share share = new Share(100, 0.05, 0.2);
        Outcome[] outcomes = new Outcome[paths];
        long start = System.nanoTime();
        Runnable[] tasks = new Runnable[threads];
        for (int i = 0; i < threads; i++) {
            tasks[i] = new MonteCarloRunner(share, outcomes, i, threads);
        }
        Team.run(tasks);
        double mean = 0;
        double volatility = 0;
        for (Outcome outcome : outcomes) {
            mean += outcome.drift / paths;
            volatility += outcome.volatility / paths;
        }
        // Five standard errors: the drift of one path has the standard deviation of a year, the volatility little.
        boolean valid = Math.abs(mean - share.drift) < 5 * share.volatility / Math.sqrt(paths)
                && Math.abs(volatility - share.volatility) < 0.01;
        Team.report(mean + " " + volatility, valid, start);
    }
}
