import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/** Reflection: members listed, called, read and written; exceptions through it. */
public class Reflection {
    private int secret = 5;
    public static String name = "r";

    public Reflection() {
    }

    Reflection(int secret) {
        this.secret = secret;
    }

    public int twice(int x) {
        return secret * 2 + x;
    }

    static void fail() {
        throw new IllegalStateException("inside");
    }

    public static void main(String[] args) throws Exception {
        Constructor<Reflection> c = Reflection.class.getDeclaredConstructor(int.class);
        Reflection r = c.newInstance(20);
        Field f = Reflection.class.getDeclaredField("secret");
        f.setInt(r, f.getInt(r) + 1);
        System.out.println(Reflection.class.getMethod("twice", int.class).invoke(r, 3) + " " + f.getModifiers());
        try {
            Reflection.class.getDeclaredMethod("fail").invoke(null);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause().getMessage());
        }
        System.out.println(names(Arrays.stream(Reflection.class.getDeclaredMethods()).filter(m -> !m.isSynthetic())
            .map(Method::getName).toArray(String[]::new)));
        System.out.println(names(Arrays.stream(Reflection.class.getDeclaredFields()).filter(x -> !x.isSynthetic())
            .map(x -> Modifier.toString(x.getModifiers()) + " " + x.getName()).toArray(String[]::new)));
        System.out.println(Reflection.class.getDeclaredConstructor().newInstance().secret);
    }

    static String names(String[] s) {
        Arrays.sort(s);
        return Arrays.toString(s);
    }
}
