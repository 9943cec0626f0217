/** Labelled `break` and `continue` over two and three levels. */
public class LabelledLoops {
    public static void main(String[] args) {
        int primes = 0;
        next:
        for (int i = 2; i < 60; i++) {
            for (int j = 2; j * j <= i; j++) {
                if (i % j == 0) {
                    continue next;
                }
            }
            primes++;
        }
        int found = -1;
        search:
        for (int a = 1; a < 20; a++) {
            for (int b = a; b < 20; b++) {
                for (int c = b; c < 30; c++) {
                    if (a * a + b * b == c * c && a + b + c == 40) {
                        found = a * 10000 + b * 100 + c;
                        break search;
                    }
                    if (c * c > a * a + b * b) {
                        break;
                    }
                }
            }
        }
        int plain = 0;
        block:
        {
            if (primes > 3) {
                break block;
            }
            plain = 1;
        }
        System.out.println(primes + " " + found + " " + plain);
    }
}
