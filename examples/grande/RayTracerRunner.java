package grande;

/** Renders every so many rows of the image. */
final class RayTracerRunner implements Runnable {
    private final Scene scene;
    private final int[] image;
    private final int size;
    private final int first;
    private final int step;
    long checksum;

    RayTracerRunner(Scene scene, int[] image, int size, int first, int step) {
        this.scene = scene;
        this.image = image;
        this.size = size;
        this.first = first;
        this.step = step;
    }

    @Override
    public void run() {
        for (int row = first; row < size; row += step) {
            for (int column = 0; column < size; column++) {
                int pixel = pixel(scene, column, row, size);
                image[row * size + column] = pixel;
                checksum += pixel;
            }
        }
    }

    static int pixel(Scene scene, int column, int row, int size) {
        double right = (column + 0.5) / size - 0.5;
        double up = 0.5 - (row + 0.5) / size;
        Vector direction = new Vector(right, up, 1).unit();
        return (int) (255 * scene.trace(new Ray(scene.eye, direction), 0));
    }
}
