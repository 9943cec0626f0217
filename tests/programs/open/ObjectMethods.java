// Methods that Object declares, called on values of interface types: on traced and untraced classes, enums, records,
// lambdas, proxies and arrays, overridden or not. javac 18 and newer emit invokeinterface for them.
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

public class ObjectMethods {
    interface Shape {
        default int corners() {
            return hashCode() == 0 ? 0 : 1;
        }
    }

    interface Named extends Shape {
        boolean equals(Object other);

        String toString();
    }

    static class Plain implements Shape {}

    static class Overriding implements Named {
        final int value;

        Overriding(int value) {
            this.value = value;
        }

        @Override
        public int hashCode() {
            return 31 * value;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Overriding && ((Overriding) other).value == value;
        }

        @Override
        public String toString() {
            return "overriding " + value;
        }
    }

    static class Inheriting extends Overriding {
        Inheriting() {
            super(7);
        }
    }

    static class Partly extends ArrayList<String> implements Shape {
        @Override
        public int hashCode() {
            return 5;
        }
    }

    enum Level implements Shape {
        LOW,
        HIGH {
            @Override
            public String toString() {
                return "high";
            }
        }
    }

    record Point(int x, int y) implements Shape {}

    sealed interface Node permits Leaf, Inner {}

    record Leaf(int value) implements Node {}

    record Inner(Node left, Node right) implements Node {}

    interface Final {
        int get();
    }

    static int sum;

    static void all(Shape shape) {
        sum += shape.getClass().getSimpleName().length();
        sum += shape.equals(shape) ? 1 : 0;
        sum += shape.hashCode() == shape.hashCode() ? 1 : 0;
        sum += shape.toString().isEmpty() ? 0 : 1;
    }

    static void monitor(Shape shape) throws InterruptedException {
        synchronized (shape) {
            shape.notify();
            shape.notifyAll();
            shape.wait(1);
            shape.wait(0, 1);
        }
        try {
            shape.notify();
        } catch (IllegalMonitorStateException e) {
            sum++;
        }
    }

    static int depth(Node node) {
        if (node.getClass() == Leaf.class) {
            return 1;
        }
        Inner inner = (Inner) node;
        return 1 + Math.max(depth(inner.left()), depth(inner.right()));
    }

    public static void main(String[] args) throws Exception {
        Named[] named = {new Overriding(1), new Inheriting(), new Overriding(1)};
        for (Named one : named) {
            all(one);
            sum += one.equals(named[0]) ? 10 : 0;
            System.out.println(one.toString() + one.hashCode() + one.getClass());
        }
        Shape[] shapes = {new Plain(), new Partly(), Level.LOW, Level.HIGH, new Point(1, 2), new Shape() {}};
        for (Shape shape : shapes) {
            all(shape);
            monitor(shape);
            sum += shape.corners();
        }
        Final lambda = () -> 3;
        sum += lambda.get() + (lambda.equals(lambda) ? 1 : 0) + (lambda.hashCode() == lambda.hashCode() ? 1 : 0);
        sum += lambda.getClass() == lambda.getClass() ? 1 : 0;
        Supplier<Final> supplier = () -> lambda;
        sum += supplier.equals(supplier) ? 1 : 0;
        Comparator<String> comparator = Comparator.naturalOrder();
        sum += comparator.getClass().getName().length() + (comparator.toString().isEmpty() ? 0 : 1);
        Final proxy = (Final) Proxy.newProxyInstance(Final.class.getClassLoader(), new Class<?>[] {Final.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> 11;
                    case "equals" -> self == arguments[0];
                    case "toString" -> "proxy";
                    default -> 4;
                });
        sum += proxy.get() + proxy.hashCode() + (proxy.equals(proxy) ? 1 : 0) + proxy.toString().length();
        sum += proxy.getClass().getInterfaces().length;
        List<String> list = List.of("a", "b");
        CharSequence text = "text";
        Cloneable array = new int[] {1, 2};
        sum += list.hashCode() + list.getClass().getModifiers() + text.toString().length() + text.hashCode();
        sum += text.equals("text") ? 1 : 0;
        sum += array.getClass().getName().length() + (array.equals(array) ? 1 : 0) + (array.toString().isEmpty() ? 0 : 1);
        int[][] rows = new int[2][3];
        sum += rows.getClass().getName().length() + rows[0].getClass().getName().length() + (rows.equals(rows) ? 1 : 0);
        Shape none = null;
        try {
            sum += none.getClass().hashCode();
        } catch (NullPointerException e) {
            sum++;
        }
        try {
            sum += none.hashCode();
        } catch (NullPointerException e) {
            sum++;
        }
        System.out.println(depth(new Inner(new Leaf(1), new Inner(new Leaf(2), new Leaf(3)))));
        System.out.println(sum);
    }
}
