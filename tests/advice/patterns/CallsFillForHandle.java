/** A call sets a field, which the caller reads through a handle. */
public class CallsFillForHandle {
    static final java.lang.invoke.VarHandle RESULT;

    int result;

    static {
        try {
            RESULT = java.lang.invoke.MethodHandles.lookup().findVarHandle(CallsFillForHandle.class, "result", int.class);
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
        CallsFillForHandle own = new CallsFillForHandle();
        int[] results = new int[40];
        for (int i = 0; i < 40; i++) { // advice: private-copies | not-known | with-changes
            own.compute(i);
            results[i] = (int) RESULT.get(own);
        }
        System.out.println(results[3] + results[39]);
    }
}
