/** A method handle sets a field that the next iteration reads. */
public class MethodHandleSets {
    int state;

    public static void main(String[] args) throws Exception {
        java.lang.invoke.MethodHandle setter = java.lang.invoke.MethodHandles.lookup()
            .findSetter(MethodHandleSets.class, "state", int.class);
        MethodHandleSets own = new MethodHandleSets();
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            int last = own.state;
            try {
                setter.invokeExact(own, (last * last + i) % 10007);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
        System.out.println(own.state);
    }
}
