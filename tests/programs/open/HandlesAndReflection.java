import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Reflection and method handles that call traced code, constructors, and code that throws. */
public class HandlesAndReflection {
    private final int base;

    HandlesAndReflection(int base) {
        if (base < 0) {
            throw new IllegalArgumentException("negative " + base);
        }
        this.base = base;
    }

    int divide(int by) {
        return base / by;
    }

    static long mix(long a, double b, int... rest) {
        long sum = a + (long) b;
        for (int x : rest) {
            sum = sum * 3 + x;
        }
        return sum;
    }

    static int caught(Throwable t, int x) {
        return t instanceof ArithmeticException ? -x : -100;
    }

    public static void main(String[] args) throws Throwable {
        Constructor<HandlesAndReflection> constructor = HandlesAndReflection.class.getDeclaredConstructor(int.class);
        Method divide = HandlesAndReflection.class.getDeclaredMethod("divide", int.class);
        for (int i = 18; i >= -1; i--) {
            try {
                HandlesAndReflection made = constructor.newInstance(i);
                System.out.println(divide.invoke(made, i / 3));
            } catch (InvocationTargetException e) {
                System.out.println(e.getCause());
            }
        }
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle handle = lookup.findVirtual(HandlesAndReflection.class, "divide", MethodType.methodType(int.class, int.class));
        MethodHandle bound = handle.bindTo(new HandlesAndReflection(100));
        MethodHandle handler = lookup.findStatic(HandlesAndReflection.class, "caught",
                MethodType.methodType(int.class, Throwable.class, int.class));
        MethodHandle safe = MethodHandles.catchException(bound, Throwable.class, handler);
        for (int i = -2; i < 3; i++) {
            System.out.println((int) safe.invokeExact(i));
        }
        MethodHandle mix = lookup.findStatic(HandlesAndReflection.class, "mix",
                MethodType.methodType(long.class, long.class, double.class, int[].class));
        System.out.println((long) mix.invokeExact(4L, 2.5, new int[] {1, 2}));
        System.out.println((long) mix.asVarargsCollector(int[].class).invoke(4L, 2.5, 1, 2, 3));
    }
}
