/** A supplier hands out the next of a sequence. */
public class SupplierChain {
    public static void main(String[] args) throws Exception {
        int[] state = {1};
        java.util.function.Supplier<Integer> next = () -> state[0] = (state[0] * state[0] + 1) % 10007;
        java.util.Optional<Integer> none = java.util.Optional.empty();
        int[] seen = new int[1000];
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            seen[i] = none.orElseGet(next);
        }
        System.out.println(seen[999]);
    }
}
