/** A call makes an object whose field the caller reads through a handle. */
public class CallsWriteThroughHandle {
    static final java.lang.invoke.VarHandle RESULT;

    int result;

    static {
        try {
            RESULT = java.lang.invoke.MethodHandles.lookup().findVarHandle(CallsWriteThroughHandle.class, "result", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    void compute(int value) {
        int rest = value; // advice of calls: future | not-known | serial
        for (int round = 0; round < 300; round++) {
            rest = rest * 31 % 10007 + round;
        }
        result = rest;
    }

    public static void main(String[] args) {
        int[] results = new int[40];
        for (int i = 0; i < 40; i++) { // advice: independent | not-known
            CallsWriteThroughHandle one = new CallsWriteThroughHandle();
            one.compute(i);
            results[i] = (int) RESULT.get(one);
        }
        System.out.println(results[3] + results[39]);
    }
}
