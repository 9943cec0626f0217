package grande;

final class Ray {
    final Vector origin;
    final Vector direction;

    Ray(Vector origin, Vector direction) {
        this.origin = origin;
        this.direction = direction;
    }
}
