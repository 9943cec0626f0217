/** Some spheres over a floor, lit from one side. */
final class Scene {
    private final Sphere[] spheres = new Sphere[6];
    private final double[] noise;

    Scene(double[] noise) {
        this.noise = noise;
        for (int i = 0; i < spheres.length; i++) {
            double size = 0.25 + noise[i * 3] * 0.3;
            spheres[i] = new Sphere(noise[i * 3 + 1] * 2 - 1, noise[i * 3 + 2] * 1.2 - 0.6, 2 + i * 0.4, size);
        }
    }

    void move() {
        for (Sphere sphere : spheres) {
            sphere.x += 0.02;
        }
    }

    /** How bright the point is that one sees in a direction, from 0 to 1. */
    double trace(double dx, double dy) {
        double length = Math.sqrt(dx * dx + dy * dy + 1);
        double x = dx / length, y = dy / length, z = 1 / length;
        Sphere nearest = null;
        double distance = Double.MAX_VALUE;
        for (Sphere sphere : spheres) {
            double d = sphere.hit(x, y, z);
            if (d < distance) {
                distance = d;
                nearest = sphere;
            }
        }
        if (nearest != null) {
            double light = nearest.light(x * distance, y * distance, z * distance);
            return light * (0.85 + 0.15 * noise[(int) (distance * 60) & 255]);
        }
        return y < -0.1 ? ((int) Math.floor(x / y * 3) + (int) Math.floor(z / y * 3) & 1) * 0.25 : 0;
    }
}
