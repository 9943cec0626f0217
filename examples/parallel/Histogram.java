/** How often each brightness occurs: one histogram per thread, added at the end. */
final class Histogram implements Kernel {
    private static final int PIXELS = 500_000;

    @Override
    public long serial() {
        int[] counts = new int[256];
        for (int pixel = 0; pixel < PIXELS; pixel++) { // in parallel
            counts[brightness(pixel)]++;
        }
        return checksum(counts);
    }

    @Override
    public long parallel(Workers workers) {
        int[][] counts = new int[2][256];
        workers.loop(0, PIXELS, (worker, from, to) -> {
            int[] own = counts[worker];
            for (int pixel = from; pixel < to; pixel++) {
                own[brightness(pixel)]++;
            }
        });
        for (int key = 0; key < 256; key++) {
            counts[0][key] += counts[1][key];
        }
        return checksum(counts[0]);
    }

    private static int brightness(int pixel) {
        int x = pixel % 500;
        int y = pixel / 500;
        return (x * x + y * y >> 6) + (x ^ y) & 255;
    }

    private static long checksum(int[] counts) {
        long sum = 0;
        for (int count : counts) {
            sum = sum * 31 + count;
        }
        return sum;
    }
}
