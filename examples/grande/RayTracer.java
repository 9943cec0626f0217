package grande;

/**
 * Renders a scene of 64 balls. {@code java grande.RayTracer [THREADS [SIZE]]}
 *
 * <p>Tasks take the rows of the image in turn: they read the scene, and create most of what they work on.
 */
public final class RayTracer {
    private RayTracer() {
    }

    public static void main(String[] args) {
        int threads = Team.argument(args, 0, 1);
        int size = Team.argument(args, 1, 300);
        Scene scene = new Scene();
        int[] image = new int[size * size];
        long start = System.nanoTime();
        RayTracerRunner[] tasks = new RayTracerRunner[threads];
        for (int i = 0; i < threads; i++) {
            tasks[i] = new RayTracerRunner(scene, image, size, i, threads);
        }
        Team.run(tasks);
        long sum = 0;
        for (RayTracerRunner task : tasks) {
            sum += task.checksum;
        }
        Team.report(Long.toString(sum), sum == sumOf(image) && isAsRenderedAlone(image, size), start);
    }

    private static long sumOf(int[] image) {
        long sum = 0;
        for (int pixel : image) {
            sum += pixel;
        }
        return sum;
    }

    /** Renders a sample of pixels again, in a scene of its own. */
    private static boolean isAsRenderedAlone(int[] image, int size) {
        Scene scene = new Scene();
        for (int i = 0; i < image.length; i += 101) {
            if (image[i] != RayTracerRunner.pixel(scene, i % size, i / size, size)) {
                return false;
            }
        }
        return true;
    }
}
