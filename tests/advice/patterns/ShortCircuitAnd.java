/** A flag that ends the tests early, though not the loop: still a conjunction of all tests. */
public class ShortCircuitAnd {
    public static void main(String[] args) {
        boolean every = true;
        for (int i = 0; i < 3000; i++) { // advice: reduction | with-changes via every
            every = every && i * 7919 % 1009 >= 0;
        }
        System.out.println(every);
    }
}
