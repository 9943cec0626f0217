// Reflection shows what the source declares: members (synthetic ones aside), their order, records, annotations, generics.

import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Comparator;
import java.util.List;

public class Members {
    @Deprecated
    static class Base<T extends Comparable<T>> implements Serializable {
        protected T first;
        private transient int second;
        public static int third;
        volatile long fourth = 4;

        Base(T first) {
            this.first = first;
            second++;
        }

        <E extends Exception> T get(List<? super T> list, int... rest) throws E {
            list.add(first);
            return first;
        }
    }

    static class Derived extends Base<String> implements Cloneable {
        private int[] more = {1};

        Derived() {
            super("x");
        }

        @Override
        public Derived clone() throws CloneNotSupportedException {
            Derived copy = (Derived) super.clone();
            copy.more = more.clone();
            return copy;
        }
    }

    record Point(int x, List<String> names) {
        int sum() {
            return x + names.size();
        }
    }

    enum Colour {
        RED, GREEN {
            @Override
            int code() {
                return 7;
            }
        };

        int uses;

        int code() {
            return ++uses;
        }
    }

    sealed interface Shape permits Square {}

    static final class Square implements Shape {
        int side = 3;
    }

    /** What libraries do that copy or compare objects by reflection: all but static, transient or synthetic fields. */
    static String values(Object o) throws IllegalAccessException {
        StringBuilder text = new StringBuilder();
        for (Class<?> c = o.getClass(); c != Object.class; c = c.getSuperclass()) {
            for (Field f : c.getDeclaredFields()) {
                if (!Modifier.isStatic(f.getModifiers()) && !Modifier.isTransient(f.getModifiers())) {
                    f.setAccessible(true);
                    text.append(f.getName()).append('=').append(f.getType().isArray() ? "[]" : f.get(o)).append(' ');
                }
            }
        }
        return text.toString();
    }

    static void show(Class<?> c) {
        System.out.println(c.toGenericString() + " " + c.getModifiers() + " " + c.getGenericSuperclass());
        for (Field f : c.getDeclaredFields()) {
            if (!f.isSynthetic()) {
                System.out.println("  " + f.toGenericString());
            }
        }
        Method[] methods = c.getDeclaredMethods();
        java.util.Arrays.sort(methods, Comparator.comparing(Method::toGenericString)); // The JVM's order is its own.
        for (Method m : methods) {
            if (!m.isSynthetic()) {
                System.out.println("  " + m.toGenericString() + " " + m.getParameters().length);
            }
        }
        for (Constructor<?> k : c.getDeclaredConstructors()) {
            System.out.println("  " + k.toGenericString());
        }
        System.out.println("  " + java.util.Arrays.toString(c.getDeclaredClasses()) + java.util.Arrays.toString(c.getAnnotations()));
        if (c.isRecord()) {
            for (RecordComponent r : c.getRecordComponents()) {
                System.out.println("  " + r.getGenericType() + " " + r.getAccessor());
            }
        }
        ObjectStreamClass stream = ObjectStreamClass.lookup(c);
        if (stream != null) {
            System.out.println("  " + stream.getSerialVersionUID());
            for (ObjectStreamField f : stream.getFields()) {
                System.out.println("    " + f);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?>[] all = {Members.class, Base.class, Derived.class, Point.class, Colour.class, Shape.class, Square.class};
        for (Class<?> c : all) {
            show(c);
        }
        Derived d = new Derived();
        System.out.println(values(d) + values(d.clone()) + values(new Square()) + values(new Point(1, List.of("a"))));
        System.out.println(new Point(2, List.of()).sum() + " " + new Point(2, List.of()) + Colour.GREEN.code() + Colour.RED.code());
        System.out.println(Class.forName("Members$Shape").getPermittedSubclasses()[0] + " " + Members.class.getNestMembers().length);
    }
}
