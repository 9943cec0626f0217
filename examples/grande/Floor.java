package grande;

final class Floor extends Shape {
    private final double height;

    Floor(double height, double brightness, double mirror) {
        super(brightness, mirror);
        this.height = height;
    }

    @Override
    double distance(Ray ray) {
        double down = ray.direction.y;
        return down > -1e-9 ? -1 : (height - ray.origin.y) / down;
    }

    @Override
    Vector normal(Vector point) {
        return new Vector(0, 1, 0);
    }
}
