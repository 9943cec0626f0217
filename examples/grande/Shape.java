package grande;

/** Something that a ray may hit. */
abstract class Shape {
    final double brightness;
    final double mirror;

    Shape(double brightness, double mirror) {
        this.brightness = brightness;
        this.mirror = mirror;
    }

    /** Distance along the ray; negative if it does not hit. */
    abstract double distance(Ray ray);

    abstract Vector normal(Vector point);
}
