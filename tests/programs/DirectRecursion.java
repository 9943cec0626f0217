/** Direct recursion: one call, two calls, a call in an argument. */
public class DirectRecursion {
    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static int ackermann(int m, int n) {
        if (m == 0) {
            return n + 1;
        }
        if (n == 0) {
            return ackermann(m - 1, 1);
        }
        return ackermann(m - 1, ackermann(m, n - 1));
    }

    static long power(long base, int e) {
        if (e == 0) {
            return 1;
        }
        long half = power(base, e / 2);
        return (e & 1) == 0 ? half * half : half * half * base;
    }

    public static void main(String[] args) {
        System.out.println(fib(13) + " " + ackermann(2, 3) + " " + power(3, 29));
    }
}
