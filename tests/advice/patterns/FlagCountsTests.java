/** A flag decides whether a test runs that counts its calls: how many there are depends on the order. */
public class FlagCountsTests {
    static int tests;

    static boolean test(int value) {
        tests++;
        return value != 900;
    }

    public static void main(String[] args) {
        boolean every = true;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan | search via every
            every = every && test(i * 7919 % 1009);
        }
        System.out.println(every + " " + tests);
    }
}
