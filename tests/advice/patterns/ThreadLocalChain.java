/** A variable of the thread carries a value from iteration to iteration. */
public class ThreadLocalChain {
    public static void main(String[] args) {
        ThreadLocal<Integer> state = ThreadLocal.withInitial(() -> 1);
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            int last = state.get();
            state.set((last * last + i) % 10007);
        }
        System.out.println(state.get());
    }
}
