import java.lang.reflect.Method;

/** Runs the main method of a program twice, and says how long it took the second time, in nanoseconds. */
final class Timed {
    private Timed() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        Method main = Class.forName(args[0]).getMethod("main", String[].class);
        String[] size = {args[1]};
        main.invoke(null, (Object) size);
        long begin = System.nanoTime();
        main.invoke(null, (Object) size);
        System.out.println("took " + (System.nanoTime() - begin));
    }
}
