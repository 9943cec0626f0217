/** A sphere. */
final class Sphere {
    double x;
    final double y;
    final double z;
    final double radius;

    Sphere(double x, double y, double z, double radius) {
        this.x = x;
        this.y = y;
        this.z = z;
        this.radius = radius;
    }

    /** How far away a ray from the origin hits, if it does. */
    double hit(double dx, double dy, double dz) {
        double along = x * dx + y * dy + z * dz;
        double beside = x * x + y * y + z * z - along * along;
        double half = radius * radius - beside;
        return half < 0 || along < 0 ? Double.MAX_VALUE : along - Math.sqrt(half);
    }

    /** How much light falls on a point of the surface. */
    double light(double px, double py, double pz) {
        double nx = (px - x) / radius, ny = (py - y) / radius, nz = (pz - z) / radius;
        return Math.max(0.08, nx * -0.45 + ny * 0.7 - nz * 0.55);
    }
}
