import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/** Method handles and variable handles on traced members. */
public class MethodHandleCalls {
    volatile int field = 1;
    static int statics;

    int mul(int a, int b) {
        statics++;
        return a * b + field;
    }

    static boolean odd(int x) {
        return (x & 1) == 1;
    }

    static int yes(int x) {
        return x + 1;
    }

    static int no(int x) {
        return x / 2;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodType unary = MethodType.methodType(int.class, int.class);
        MethodHandle mul = l.findVirtual(MethodHandleCalls.class, "mul",
            MethodType.methodType(int.class, int.class, int.class));
        MethodHandle odd = l.findStatic(MethodHandleCalls.class, "odd",
            MethodType.methodType(boolean.class, int.class));
        MethodHandle step = MethodHandles.guardWithTest(odd, l.findStatic(MethodHandleCalls.class, "yes", unary),
            l.findStatic(MethodHandleCalls.class, "no", unary));
        MethodHandleCalls o = new MethodHandleCalls();
        int sum = 0;
        for (int i = 0; i < 6; i++) {
            sum += (int) mul.invokeExact(o, i, 3) + (int) step.invokeExact(i * 7);
        }
        VarHandle v = l.findVarHandle(MethodHandleCalls.class, "field", int.class);
        System.out.println(sum + " " + v.compareAndSet(o, 1, 9) + " " + (int) v.getAndAdd(o, 5) + " " + o.field);
        Object r = MethodHandles.insertArguments(mul, 1, 6).invoke(o, 7);
        System.out.println(r + " " + statics);
    }
}
