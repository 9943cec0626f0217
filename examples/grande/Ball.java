package grande;

final class Ball extends Shape {
    private final Vector centre;
    private final double radius;

    Ball(Vector centre, double radius, double brightness, double mirror) {
        super(brightness, mirror);
        this.centre = centre;
        this.radius = radius;
    }

    @Override
    double distance(Ray ray) {
        Vector way = centre.minus(ray.origin);
        double b = way.dot(ray.direction);
        double root = b * b - way.dot(way) + radius * radius;
        return root < 0 ? -1 : b - Math.sqrt(root);
    }

    @Override
    Vector normal(Vector point) {
        return point.minus(centre).unit();
    }
}
