/** A variable handle sets a field of the next object. */
public class FieldHandlePerObject {
    int state;

    public static void main(String[] args) throws Exception {
        java.lang.invoke.VarHandle handle = java.lang.invoke.MethodHandles.lookup()
            .findVarHandle(FieldHandlePerObject.class, "state", int.class);
        FieldHandlePerObject[] all = new FieldHandlePerObject[1001];
        for (int i = 0; i < 1001; i++) {
            all[i] = new FieldHandlePerObject();
        }
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            int last = all[i].state;
            handle.setVolatile(all[i + 1], (last * last + i) % 10007);
        }
        System.out.println(all[1000].state);
    }
}
