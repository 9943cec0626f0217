/** A variable handle sets a static field that the next iteration reads. */
public class StaticHandleChain {
    static int state;

    public static void main(String[] args) throws Exception {
        java.lang.invoke.VarHandle handle = java.lang.invoke.MethodHandles.lookup()
            .findStaticVarHandle(StaticHandleChain.class, "state", int.class);
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            int last = state;
            handle.set((last * last + i) % 10007);
        }
        System.out.println(state);
    }
}
