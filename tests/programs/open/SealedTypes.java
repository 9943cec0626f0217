/** Sealed interfaces, pattern matching with `instanceof`, switch expressions over kinds. */
public class SealedTypes {
    sealed interface Shape permits Circle, Rectangle, Group {
    }

    record Circle(double radius) implements Shape {
    }

    record Rectangle(double width, double height) implements Shape {
    }

    static final class Group implements Shape {
        final Shape[] parts;

        Group(Shape... parts) {
            this.parts = parts;
        }
    }

    static double area(Shape s) {
        if (s instanceof Circle c && c.radius() > 0) return 3 * c.radius() * c.radius();
        if (s instanceof Rectangle r) return r.width() * r.height();
        if (!(s instanceof Group g)) return 0;
        double sum = 0;
        for (Shape p : g.parts) sum += area(p);
        return sum;
    }

    static String size(Shape s) {
        return switch ((int) area(s) / 10) {
            case 0 -> "small";
            case 1, 2 -> {
                String t = s.getClass().getSimpleName();
                yield "middle " + t;
            }
            default -> throw new IllegalStateException("large " + area(s));
        };
    }

    public static void main(String[] args) {
        Shape[] all = {new Circle(1), new Circle(-1), new Rectangle(3, 5), new Group(new Circle(2), new Group()),
            new Group(new Rectangle(9, 9), new Circle(1))};
        for (Shape s : all) {
            try {
                System.out.println(size(s));
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
