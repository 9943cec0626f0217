package grande;

/** Makes every so many paths. */
final class MonteCarloRunner implements Runnable {
    private final Share share;
    private final Outcome[] outcomes;
    private final int first;
    private final int step;

    MonteCarloRunner(Share share, Outcome[] outcomes, int first, int step) {
        this.share = share;
        this.outcomes = outcomes;
        this.first = first;
        this.step = step;
    }

    @Override
    public void run() {
        for (int i = first; i < outcomes.length; i += step) {
            PricePath path = new PricePath(share, MonteCarlo.STEPS, i * 0x9E3779B97F4A7C15L);
            path.generate();
            Outcome outcome = new Outcome();
            path.estimate(outcome);
            outcomes[i] = outcome;
        }
    }
}
