/** The loop that the README shows: rows of an image, traced ray by ray. */
final class Rays implements Kernel {
    @Override
    public long serial() {
        Scene scene = new Scene(Demo.noise(256));
        int[][] image = new int[Demo.HEIGHT][Demo.WIDTH];
        for (int y = 0; y < Demo.HEIGHT; y++) { // in parallel
            Demo.row(scene, image[y], y);
        }
        return Demo.checksum(image, 17);
    }

    @Override
    public long parallel(Workers workers) {
        Scene scene = new Scene(Demo.noise(256));
        int[][] image = new int[Demo.HEIGHT][Demo.WIDTH];
        workers.loop(0, Demo.HEIGHT, (worker, from, to) -> {
            for (int y = from; y < to; y++) {
                Demo.row(scene, image[y], y);
            }
        });
        return Demo.checksum(image, 17);
    }
}
