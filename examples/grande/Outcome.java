package grande;

/** What one path would say of the share. */
final class Outcome {
    double drift;
    double volatility;
}
