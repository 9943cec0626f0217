/** Control flow as tangled as the compiler can be made to write it: jumps out of and over nested loops and handlers. */
public class TangledFlow {
    static int run(int seed) {
        int x = seed;
        int fuel = 60;
        outer:
        do {
            fuel--;
            inner:
            while (x != 1) {
                if (fuel-- < 0) {
                    break outer;
                }
                try {
                    switch (x % 5) {
                        case 0:
                            x /= 5;
                            continue inner;
                        case 1:
                            x += 2;
                            continue outer;
                        case 2:
                            x = 10 / (x - 2);
                            break;
                        case 3:
                            if ((x & 1) == 0) {
                                break inner;
                            }
                            x = x * 3 + 1;
                            break;
                        default:
                            x--;
                    }
                } catch (ArithmeticException e) {
                    x = 7;
                    continue outer;
                } finally {
                    fuel--;
                }
                x = x > 200 ? x / 3 : x;
            }
            x += 3;
        } while (x < 50 || x % 2 == 0);
        return x * 100 + fuel;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 12; i++) {
            System.out.print(run(i) + " ");
        }
        System.out.println();
    }
}
