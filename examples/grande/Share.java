package grande;

/** What is known of a share: price, expected return and volatility of a year. */
final class Share {
    final double price;
    final double drift;
    final double volatility;

    Share(double price, double drift, double volatility) {
        this.price = price;
        this.drift = drift;
        this.volatility = volatility;
    }
}
