package executed;

/** A loop of a pattern, or its calls, twice: as they are, and as an advice has them. Both versions return all that they compute. */
public interface Versions {
    String serial() throws Exception;

    String parallel() throws Exception;

    /** The difference that two numbers may have, as a part of them: sums of floating point numbers round differently. */
    default double tolerance() {
        return 0;
    }
}
