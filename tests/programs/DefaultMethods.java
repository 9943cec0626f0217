/** Default methods: inherited, overridden, chosen between two interfaces, calling abstract ones. */
public class DefaultMethods {
    interface Shape {
        int width();

        default int area() {
            return width() * height();
        }

        default int height() {
            return width();
        }
    }

    interface Named {
        default int height() {
            return 2;
        }

        static int helper(int x) {
            return x * x;
        }
    }

    static class Square implements Shape {
        public int width() {
            return 4;
        }
    }

    static class Mixed implements Shape, Named {
        public int width() {
            return 5;
        }

        public int height() {
            return Named.super.height() + Shape.super.height() * 10;
        }
    }

    static class Sub extends Square implements Named {
        public int height() {
            return Named.helper(3);
        }
    }

    public static void main(String[] args) {
        Shape[] shapes = {new Square(), new Mixed(), new Sub()};
        for (int i = 0; i < 9; i++) {
            System.out.print(shapes[i % 3].area() + i + " ");
        }
        System.out.println();
    }
}
