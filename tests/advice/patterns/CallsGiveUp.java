/** A call that throws tells the caller to go on with something else. */
public class CallsGiveUp {
    static int solve(int value) {
        int hash = value; // advice of calls: not-known | serial
        for (int j = 0; j < 300; j++) {
            hash = (hash * 31 + j) % 10007;
        }
        if (hash % 3 == 0) {
            throw new ArithmeticException("no solution");
        }
        return hash;
    }

    public static void main(String[] args) {
        long sum = 0;
        int failures = 0;
        for (int i = 0; i < 40; i++) {
            try {
                sum += solve(i);
            } catch (ArithmeticException e) {
                failures++;
            }
        }
        System.out.println(sum + " " + failures);
    }
}
