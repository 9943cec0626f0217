/** A variable handle sets a field that the next iteration reads. */
public class FieldHandleChain {
    int state;

    public static void main(String[] args) throws Exception {
        java.lang.invoke.VarHandle handle = java.lang.invoke.MethodHandles.lookup()
            .findVarHandle(FieldHandleChain.class, "state", int.class);
        FieldHandleChain own = new FieldHandleChain();
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            int last = own.state;
            handle.set(own, (last * last + i) % 10007);
        }
        System.out.println(own.state);
    }
}
