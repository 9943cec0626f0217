/**
 * A tiny ray tracer. Its rows are independent of each other: the loop over them is worth running in parallel. The noise
 * on the spheres hangs on one chain of random numbers, and the checksum on itself: those are not.
 */
public final class Demo {
    static final int WIDTH = 72;
    static final int HEIGHT = 28;
    static final int RAYS = 4;
    static final String SHADES = " .:-=+*#%@";

    public static void main(String[] args) {
        int frames = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        double[] noise = noise(256);
        Scene scene = new Scene(noise);
        int[][] image = new int[HEIGHT][WIDTH];
        long checksum = 17;
        for (int frame = 0; frame < frames; frame++) {
            scene.move();
            render(scene, image);
            checksum = checksum(image, checksum);
        }
        print(image);
        System.out.println("checksum " + checksum);
    }

    /** Every number needs the one before: no two can be made at the same time. */
    static double[] noise(int n) {
        double[] noise = new double[n];
        long seed = 42;
        for (int i = 0; i < n; i++) {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
            noise[i] = (seed >>> 40) / (double) (1 << 24);
        }
        return noise;
    }

    /** Every row could be rendered at the same time. */
    static void render(Scene scene, int[][] image) {
        for (int y = 0; y < HEIGHT; y++) {
            row(scene, image[y], y);
        }
    }

    static void row(Scene scene, int[] row, int y) {
        for (int x = 0; x < WIDTH; x++) {
            row[x] = shade(scene, x, y);
        }
    }

    /** Smooth edges: each character is the mean of many rays. */
    static int shade(Scene scene, int x, int y) {
        double brightness = 0;
        for (int ray = 0; ray < RAYS * RAYS; ray++) {
            double dx = (ray % RAYS) / (double) RAYS, dy = (ray / RAYS) / (double) RAYS;
            brightness += scene.trace((x + dx - WIDTH / 2) / 30.0, (HEIGHT / 2 - y - dy) / 15.0);
        }
        return (int) Math.min(SHADES.length() - 1, brightness / (RAYS * RAYS) * SHADES.length());
    }

    static long checksum(int[][] image, long sum) {
        for (int[] row : image) {
            for (int pixel : row) {
                sum = sum * 31 + pixel;
            }
        }
        return sum;
    }

    static void print(int[][] image) {
        for (int[] row : image) {
            StringBuilder line = new StringBuilder();
            for (int pixel : row) {
                line.append(SHADES.charAt(pixel));
            }
            System.out.println(line);
        }
    }
}
