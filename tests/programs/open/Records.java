import java.util.HashSet;
import java.util.Set;

/** Records: compact constructors, generated `equals`, `hashCode` and `toString`, static factories. */
public class Records {
    record Point(int x, int y) {
        static final Point ORIGIN = new Point(0, 0);

        Point {
            if (x < 0) throw new IllegalArgumentException("x " + x);
        }

        Point plus(Point o) {
            return new Point(x + o.x, y + o.y);
        }
    }

    record Pair<A, B>(A first, B second) {
        <C> Pair<A, C> with(C c) {
            return new Pair<>(first, c);
        }
    }

    public static void main(String[] args) {
        Set<Point> seen = new HashSet<>();
        Point p = Point.ORIGIN;
        for (int i = 0; i < 20; i++) {
            p = p.plus(new Point(i % 3, i % 2));
            seen.add(new Point(p.x() % 4, p.y() % 3));
        }
        System.out.println(p + " " + seen.size() + " " + p.equals(new Point(p.x(), p.y())) + " " + p.hashCode());
        System.out.println(new Pair<>("a", 1).with(p).with(2.5));
        try {
            p.plus(new Point(-100, 0));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
