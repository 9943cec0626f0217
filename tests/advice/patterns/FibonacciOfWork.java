/** Two calls that know nothing of each other, with enough work in each. */
public class FibonacciOfWork {
    static int fib(int n) {
        int hash = n; // advice of calls: future
        for (int j = 0; j < 60; j++) { // advice: serial via hash
            hash = hash * hash % 10007 + j;
        }
        if (n < 2) {
            return hash;
        }
        int left = fib(n - 1); // advice of sites: start
        int right = fib(n - 2); // advice of sites: leave
        return left + right + hash;
    }

    public static void main(String[] args) {
        System.out.println(fib(9));
    }
}
