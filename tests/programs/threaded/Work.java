/** Work that takes time in proportion to its size, and no memory. */
final class Work {
    private Work() {}

    /** The first argument as a number: how much work there is. */
    static int size(String[] args) {
        return args.length > 0 ? Integer.parseInt(args[0]) : 2_000;
    }

    static long of(long seed, int size) {
        long x = seed;
        for (int i = 0; i < size; i++) {
            x = x * 6364136223846793005L + (x >>> 17) + i;
        }
        return x;
    }
}
