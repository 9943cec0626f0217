/** `while`, `do`, and endless loops that end by `break` or `return`. */
public class WhileLoops {
    static int firstPowerAbove(int limit) {
        int p = 1;
        while (true) {
            if (p > limit) {
                return p;
            }
            p *= 2;
        }
    }

    static int collatz(int n) {
        int steps = 0;
        do {
            n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
            steps++;
        } while (n != 1);
        return steps;
    }

    public static void main(String[] args) {
        int n = 12345;
        int digits = 0;
        while (n > 0) {
            digits += n % 10;
            n /= 10;
        }
        int tries = 0;
        for (;;) {
            tries += 3;
            if (tries > 20) {
                break;
            }
        }
        while (tries < 0) {
            tries++;
        }
        System.out.println(digits + " " + tries + " " + firstPowerAbove(1000) + " " + collatz(27));
    }
}
