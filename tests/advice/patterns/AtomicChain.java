/** The value of an atomic variable is read, and the next one is computed from it. */
public class AtomicChain {
    public static void main(String[] args) {
        java.util.concurrent.atomic.AtomicInteger state = new java.util.concurrent.atomic.AtomicInteger(1);
        for (int i = 0; i < 3000; i++) { // advice: serial | not-known
            int last = state.get();
            state.set((last * last + i) % 10007);
        }
        System.out.println(state.get());
    }
}
