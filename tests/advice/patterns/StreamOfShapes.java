import java.util.ArrayList;
import java.util.List;

/** One method reference, but each object has its own method: one leaves what the next one takes. */
public class StreamOfShapes {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    static int left;

    interface Shape {
        int area();
    }

    static class Square implements Shape {
        @Override
        public int area() {
            left = work(3);
            return left;
        }
    }

    static class Circle implements Shape {
        @Override
        public int area() {
            int taken = left;
            left = 0;
            return work(taken);
        }
    }

    public static void main(String[] args) {
        List<Shape> shapes = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            shapes.add(i % 2 == 0 ? new Square() : new Circle());
        }
        int sum = shapes.stream().mapToInt(Shape::area).sum(); // advice of stream: not-known | serial
        System.out.println(sum);
    }
}
