/** A loop that tries again after an exception until it works or gives up. */
public class RetryLoop {
    static int calls;

    static int flaky(int need) {
        calls++;
        if (calls % 5 < need) {
            throw new IllegalStateException("attempt " + calls);
        }
        return calls;
    }

    static int insist(int need) {
        int failures = 0;
        while (true) {
            try {
                int r = flaky(need);
                return r * 100 + failures;
            } catch (IllegalStateException e) {
                failures++;
                if (failures == 4) {
                    throw e;
                }
            }
        }
    }

    public static void main(String[] args) {
        for (int need = 0; need <= 5; need++) {
            try {
                System.out.println(insist(need));
            } catch (IllegalStateException e) {
                System.out.println("gave up at " + e.getMessage());
            }
        }
    }
}
