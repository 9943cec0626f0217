package grande;

/** 64 balls on a floor, and one lamp. */
final class Scene {
    private static final int DEPTH = 4;
    private static final double NEAR = 1e-6;

    final Vector eye = new Vector(0, 4, -12);
    private final Vector lamp = new Vector(20, 30, -20);
    private final Shape[] shapes = new Shape[65];

    Scene() {
        shapes[0] = new Floor(-1, 0.6, 0.2);
        for (int i = 0; i < 64; i++) {
            Vector centre = new Vector(i % 4 * 2.4 - 3.6, i / 4 % 4 * 2.2, i / 16 * 2.6);
            shapes[i + 1] = new Ball(centre, 0.9, 0.3 + i % 5 * 0.1, 0.3);
        }
    }

    /** Brightness along a ray. */
    double trace(Ray ray, int depth) {
        Shape nearest = null;
        double distance = Double.MAX_VALUE;
        for (Shape shape : shapes) {
            double found = shape.distance(ray);
            if (found > NEAR && found < distance) {
                distance = found;
                nearest = shape;
            }
        }
        if (nearest == null) {
            return 0.1;
        }
        Vector point = ray.origin.plus(distance, ray.direction);
        Vector normal = nearest.normal(point);
        double light = 0.1 + nearest.brightness * lit(point, normal);
        if (depth < DEPTH && nearest.mirror > 0) {
            double turn = -2 * ray.direction.dot(normal);
            Ray mirrored = new Ray(point, ray.direction.plus(turn, normal));
            light += nearest.mirror * trace(mirrored, depth + 1);
        }
        return light;
    }

    /** How much of the lamp's light reaches a point. */
    private double lit(Vector point, Vector normal) {
        Vector toLamp = lamp.minus(point).unit();
        double angle = normal.dot(toLamp);
        if (angle <= 0) {
            return 0;
        }
        Ray shadow = new Ray(point, toLamp);
        for (Shape shape : shapes) {
            if (shape.distance(shadow) > NEAR) {
                return 0;
            }
        }
        return angle;
    }
}
