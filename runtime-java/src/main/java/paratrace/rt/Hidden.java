package paratrace.rt;

import java.io.Serializable;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/** Names of classes as the trace has them, which say of hidden ones what they are. */
final class Hidden {
    /** In the names of all classes that the JVM makes for lambdas and method references. */
    private static final String LAMBDA = "$$Lambda";

    /**
     * With slashes. No class that a file defines has a slash in what {@code getName} returns: one that has is hidden, and has a dot there, as
     * the JVM writes it. The class of a lambda is followed by the descriptor of the instruction that makes it.
     */
    static String name(Class<?> c) {
        String name = c.getName();
        int suffix = name.indexOf('/');
        if (suffix < 0) {
            return name.replace('.', '/');
        }
        String hidden = name.substring(0, suffix).replace('.', '/') + '.' + name.substring(suffix + 1);
        return c.isArray() || !hidden.contains(LAMBDA) ? hidden : hidden + factory(c);
    }

    /** Captured values and interface; empty if the class implements others, whose methods may be what is called. */
    private static String factory(Class<?> lambda) {
        try {
            Class<?>[] interfaces = lambda.getInterfaces();
            if (interfaces.length == 1 || interfaces.length == 2 && interfaces[1] == Serializable.class) {
                return '(' + types(lambda.getDeclaredFields()) + ')' + descriptor(interfaces[0]);
            }
        } catch (Throwable e) {
            // No memory, or a loader that fails: what the lambda runs stays unknown.
        }
        return "";
    }

    private static String types(Field[] fields) {
        StringBuilder types = new StringBuilder();
        for (Field field : fields) {
            if (!Modifier.isStatic(field.getModifiers())) {
                types.append(descriptor(field.getType()));
            }
        }
        return types.toString();
    }

    static String descriptor(Class<?> type) {
        return Array.newInstance(type, 0).getClass().getName().substring(1).replace('.', '/');
    }

    /** Initialises what the writer needs: the program's threads may wait for it while they initialise classes. */
    static void prepare() {
        factory(Thread.class);
    }

    private Hidden() {}
}
