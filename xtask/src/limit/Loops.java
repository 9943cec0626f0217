import java.util.Arrays;

/** Small loops of different kinds, each repeated: prints the name of each and the shortest time of the second half, in milliseconds. */
public final class Loops {
    private static final int SIZE = 160;

    private int count;
    private static int total;

    interface Shape {
        int area();
    }

    static final class Square implements Shape {
        final int side;

        Square(int side) {
            this.side = side;
        }

        public int area() {
            return side * side;
        }
    }

    static final class Rectangle implements Shape {
        final int width;
        final int height;

        Rectangle(int width, int height) {
            this.width = width;
            this.height = height;
        }

        public int area() {
            return width * height;
        }
    }

    static int sieve(boolean[] composite) {
        int primes = 0;
        Arrays.fill(composite, false);
        for (int i = 2; i < composite.length; i++) {
            if (!composite[i]) {
                primes++;
                for (int j = 2 * i; j < composite.length; j += i) {
                    composite[j] = true;
                }
            }
        }
        return primes;
    }

    static double multiply(double[][] a, double[][] b, double[][] c) {
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                double sum = 0;
                for (int k = 0; k < SIZE; k++) {
                    sum += a[i][k] * b[k][j];
                }
                c[i][j] = sum;
            }
        }
        return c[SIZE - 1][SIZE - 1];
    }

    static int areas(Shape[] shapes) {
        int sum = 0;
        for (Shape shape : shapes) {
            sum += shape.area();
        }
        return sum;
    }

    static int fields(Loops loops, int n) {
        for (int i = 0; i < n; i++) {
            if ((i & 3) != 0) {
                loops.count += i;
            } else {
                total++;
            }
        }
        return loops.count;
    }

    static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    static int objects(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += new Rectangle(i, i + 1).area();
        }
        return sum;
    }

    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        boolean[] composite = new boolean[200_000];
        double[][] a = new double[SIZE][SIZE];
        double[][] b = new double[SIZE][SIZE];
        double[][] c = new double[SIZE][SIZE];
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                a[i][j] = i + j;
                b[i][j] = i - j;
            }
        }
        Shape[] shapes = new Shape[5_000];
        for (int i = 0; i < shapes.length; i++) {
            shapes[i] = i % 3 == 0 ? new Square(i) : new Rectangle(i, 3);
        }
        Loops loops = new Loops();
        String[] names = {"sieve", "multiply", "areas", "fields", "fibonacci", "objects"};
        double[] shortest = new double[names.length];
        Arrays.fill(shortest, Double.MAX_VALUE);
        long result = 0;
        for (int round = 0; round < rounds; round++) {
            for (int kind = 0; kind < names.length; kind++) {
                long before = System.nanoTime();
                for (int time = 0; time < 4; time++) {
                    switch (kind) {
                        case 0: result += sieve(composite); break;
                        case 1: result += (long) multiply(a, b, c); break;
                        case 2:
                            for (int again = 0; again < 20; again++) {
                                result += areas(shapes);
                            }
                            break;
                        case 3: result += fields(loops, 300_000); break;
                        case 4: result += fibonacci(24); break;
                        default: result += objects(300_000);
                    }
                }
                double took = (System.nanoTime() - before) / 1e6;
                if (round > rounds / 2) {
                    shortest[kind] = Math.min(shortest[kind], took);
                }
            }
        }
        for (int kind = 0; kind < names.length; kind++) {
            System.out.println(names[kind] + " " + shortest[kind]);
        }
        System.out.println("result " + result);
    }
}
