import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Date;

/** Fields of all kinds and types by reflection, inherited ones and those of the library; accesses that fail; calls and constructors. */
public class ReflectedFields {
    static int count;
    static final int FIXED = Integer.parseInt("5");
    boolean z;
    byte b = 1;
    char c = 'c';
    short s = 2;
    int i = 3;
    long l = 4;
    float f = 5;
    double d = 6;
    String text = "text";
    private final int last = Integer.parseInt("7");

    static class Below extends ReflectedFields {
        int own = 8;

        Below() {}

        Below(int own, Object... more) {
            this.own = own + more.length;
            i += own;
        }

        int sum(int x, Object... more) {
            return own + x + more.length;
        }
    }

    static class Loud {
        static int value;

        static {
            System.out.println("Loud is initialised");
            value = 9;
        }
    }

    static class Failing {
        static int value = 1 / count();

        static int count() {
            System.out.println("Failing is initialised");
            return 0;
        }
    }

    interface Constants {
        int SIZE = Integer.parseInt("10");
    }

    /** Accesses its own number of times. */
    static class Extended extends ArrayList<String> {
        int more;
    }

    interface Access {
        Object run() throws Exception;
    }

    static void attempt(String what, Access access) {
        try {
            System.out.println(what + ": " + access.run());
        } catch (Exception | Error e) {
            System.out.println(what + ": " + e.getClass().getName() + (e.getCause() == null ? "" : " by " + e.getCause()));
        }
    }

    static Field field(Class<?> c, String name) throws Exception {
        return c.getDeclaredField(name);
    }

    static void types() throws Exception {
        ReflectedFields o = new Below();
        Class<?> c = ReflectedFields.class;
        field(c, "z").setBoolean(o, !field(c, "z").getBoolean(o));
        field(c, "b").setByte(o, (byte) (field(c, "b").getByte(o) + 1));
        field(c, "c").setChar(o, (char) (field(c, "c").getChar(o) + 1));
        field(c, "s").setShort(o, (short) (field(c, "s").getShort(o) + 1));
        field(c, "i").setInt(o, field(c, "i").getInt(o) + 1);
        field(c, "l").setLong(o, field(c, "l").getLong(o) + 1);
        field(c, "f").setFloat(o, field(c, "f").getFloat(o) + 1);
        field(c, "d").setDouble(o, field(c, "d").getDouble(o) + 1);
        field(c, "text").set(o, field(c, "text").get(o) + "!");
        field(c, "l").setInt(o, field(c, "i").getInt(o) + field(c, "c").getChar(o));
        System.out.println(o.z + " " + o.b + o.c + o.s + o.i + " " + o.l + " " + o.f + " " + o.d + o.text);
        for (Field field : c.getDeclaredFields()) {
            if (field.getType() == int.class && field.getName().length() < 6) {
                count += field.getInt(o);
            }
        }
        System.out.println(count + " " + field(c, "count").getInt(null) + " " + field(c, "count").get("ignored"));
    }

    static void inherited() throws Exception {
        Below below = new Below();
        Field i = field(ReflectedFields.class, "i");
        Field own = field(Below.class, "own");
        for (int k = 0; k < 20; k++) {
            i.setInt(below, below.i * 3 + own.getInt(below));
            own.set(below, below.own + i.getInt(below) % 7);
        }
        System.out.println(below.i + " " + below.own);
        Extended extended = new Extended();
        Field more = field(Extended.class, "more");
        for (int k = 0; k < 20; k++) {
            more.setInt(extended, extended.more + k);
            extended.add("" + more.getInt(extended));
        }
        System.out.println(extended + " " + more.getInt(extended));
    }

    static void failures() throws Exception {
        ReflectedFields o = new ReflectedFields();
        Class<?> c = ReflectedFields.class;
        attempt("null object", () -> field(c, "i").getInt(null));
        attempt("null field", () -> ((Field) null).get(o));
        attempt("other object", () -> field(Below.class, "own").getInt(o));
        attempt("other type", () -> field(c, "l").getInt(o));
        attempt("narrow", () -> { field(c, "i").setLong(o, 1); return o.i; });
        attempt("wrong box", () -> { field(c, "i").set(o, "1"); return o.i; });
        attempt("null box", () -> { field(c, "i").set(o, null); return o.i; });
        attempt("final", () -> { field(c, "last").setInt(o, 1); return o.last; });
        attempt("static final", () -> { field(c, "FIXED").setInt(null, 1); return FIXED; });
        attempt("private of the library", () -> field(Integer.class, "value").getInt(1));
        attempt("public of the library", () -> field(Integer.class, "MAX_VALUE").getInt(null));
        attempt("of an interface", () -> field(Constants.class, "SIZE").getInt(null));
        attempt("initialises", () -> field(Loud.class, "value").getInt(null));
        attempt("fails to", () -> field(Failing.class, "value").getInt(null));
        attempt("failed to", () -> field(Failing.class, "value").getInt(null));
        attempt("after all", () -> o.i + o.l + o.last);
    }

    static void calls() throws Exception {
        Constructor<Below> make = Below.class.getDeclaredConstructor(int.class, Object[].class);
        Method sum = Below.class.getDeclaredMethod("sum", int.class, Object[].class);
        Method time = Date.class.getMethod("getTime");
        int x = 1;
        for (int k = 0; k < 20; k++) {
            Below below = make.newInstance(x, new Object[k % 3]);
            x = (int) sum.invoke(below, below.i, new Object[] {k}) + (int) (long) time.invoke(new Date(x));
        }
        System.out.println(x);
        attempt("throws", () -> Integer.class.getMethod("parseInt", String.class).invoke(null, "x"));
        attempt("few arguments", () -> sum.invoke(new Below()));
    }

    public static void main(String[] args) throws Exception {
        types();
        inherited();
        failures();
        calls();
    }
}
