/** Flags of all tests, of any test, and of an odd number of them, in the ways to write them. */
public class BooleanTests {
    static boolean test(int value) {
        return value % 7 != 3;
    }

    public static void main(String[] args) {
        int n = 3000;
        boolean any = false;
        for (int i = 0; i < n; i++) { // advice: reduction | with-changes via any
            any = any || i * 7919 % 1009 == 5;
        }
        boolean every = true;
        for (int i = 0; i < n; i++) { // advice: reduction | with-changes via every
            every = test(i * 7919 % 1009) && every;
        }
        boolean odd = false;
        for (int i = 0; i < n; i++) { // advice: reduction via odd
            odd ^= i * 7919 % 1009 > 500;
        }
        System.out.println(any + " " + every + " " + odd);
    }
}
