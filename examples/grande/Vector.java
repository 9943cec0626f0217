package grande;

/** A point, a direction or a colour. */
final class Vector {
    double x;
    double y;
    double z;

    Vector(double x, double y, double z) {
        this.x = x;
        this.y = y;
        this.z = z;
    }

    double dot(Vector other) {
        return x * other.x + y * other.y + z * other.z;
    }

    Vector minus(Vector other) {
        return new Vector(x - other.x, y - other.y, z - other.z);
    }

    /** This, and so much of the other. */
    Vector plus(double factor, Vector other) {
        return new Vector(x + factor * other.x, y + factor * other.y, z + factor * other.z);
    }

    Vector unit() {
        double length = Math.sqrt(dot(this));
        return new Vector(x / length, y / length, z / length);
    }
}
