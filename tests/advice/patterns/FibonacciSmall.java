/** The calls are independent, but a call is too short on average to be a task. */
public class FibonacciSmall {
    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2); // advice of calls: none
    }

    public static void main(String[] args) {
        System.out.println(fib(16));
    }
}
