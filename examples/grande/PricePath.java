package grande;

/** One random path of the price over a year. */
final class PricePath {
    private final double[] prices;
    private final Share share;
    private long state;

    PricePath(Share share, int steps, long seed) {
        this.share = share;
        this.prices = new double[steps + 1];
        this.state = seed;
    }

    void generate() {
        int steps = prices.length - 1;
        double time = 1.0 / steps;
        double trend = (share.drift - 0.5 * share.volatility * share.volatility) * time;
        double noise = share.volatility * Math.sqrt(time);
        prices[0] = share.price;
        for (int i = 1; i <= steps; i++) {
            prices[i] = prices[i - 1] * Math.exp(trend + noise * gaussian());
        }
    }

    /** Leaves what the path says of drift and volatility. */
    void estimate(Outcome outcome) {
        int steps = prices.length - 1;
        double sum = 0;
        double squares = 0;
        for (int i = 1; i <= steps; i++) {
            double change = Math.log(prices[i] / prices[i - 1]);
            sum += change;
            squares += change * change;
        }
        double variance = (squares - sum * sum / steps) / (steps - 1) * steps;
        outcome.volatility = Math.sqrt(variance);
        outcome.drift = sum + 0.5 * variance;
    }

    /** Marsaglia's polar method, without the second value. */
    private double gaussian() {
        while (true) {
            double u = 2 * uniform() - 1;
            double v = 2 * uniform() - 1;
            double s = u * u + v * v;
            if (s > 0 && s < 1) {
                return u * Math.sqrt(-2 * Math.log(s) / s);
            }
        }
    }

    private double uniform() {
        state = state * 6364136223846793005L + 1442695040888963407L;
        return (state >>> 11) * 0x1.0p-53;
    }
}
