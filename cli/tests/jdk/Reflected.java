import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.IntUnaryOperator;

/** The same as {@code Chains}, through fields, methods, constructors and interfaces by reflection. */
public class Reflected {
    static final int N = 500;
    static final Field OWN = field("own");
    static final Field HELD = field("held");
    static final Field ALL = field("all");
    static final Field HIDDEN = field("hidden");
    static final Method NEXT;
    static final Constructor<Reflected> MAKE;

    static {
        try {
            NEXT = Reflected.class.getDeclaredMethod("next", int.class);
            MAKE = Reflected.class.getDeclaredConstructor(int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int all = 1;
    int own;
    Object held = 1;
    /** No instruction accesses it. */
    private int hidden;

    Reflected(int own) {
        this.own = next(own);
    }

    static Field field(String name) {
        try {
            return Reflected.class.getDeclaredField(name);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int next(int x) {
        for (int i = 0; i < 9; i++) {
            x = x * 31 + (x >>> 7) + 1;
        }
        return x;
    }

    static int field() throws Exception {
        Reflected r = new Reflected(1);
        for (int i = 0; i < N; i++) { // serial
            OWN.setInt(r, next(OWN.getInt(r)));
        }
        return r.own;
    }

    static int written() throws Exception {
        Reflected r = new Reflected(1);
        for (int i = 0; i < N; i++) { // serial
            OWN.setInt(r, next(r.own));
        }
        return r.own;
    }

    static int read() throws Exception {
        Reflected r = new Reflected(1);
        for (int i = 0; i < N; i++) { // serial
            r.own = next((int) OWN.get(r));
        }
        return r.own;
    }

    static int reference() throws Exception {
        Reflected r = new Reflected(1);
        for (int i = 0; i < N; i++) { // serial
            HELD.set(r, next((Integer) HELD.get(r)));
        }
        return (int) r.held;
    }

    static int ofClass() throws Exception {
        for (int i = 0; i < N; i++) { // serial
            ALL.setInt(null, next(all));
        }
        return all;
    }

    static int unseen() throws Exception {
        Reflected r = new Reflected(1);
        for (int i = 0; i < N; i++) { // serial
            HIDDEN.setInt(r, next(HIDDEN.getInt(r)));
        }
        return HIDDEN.getInt(r);
    }

    static int invoked() throws Exception {
        int x = 1;
        for (int i = 0; i < N; i++) { // serial
            x = (int) NEXT.invoke(null, x);
        }
        return x;
    }

    static int made() throws Exception {
        int x = 1;
        for (int i = 0; i < N; i++) { // serial
            x = MAKE.newInstance(x).own;
        }
        return x;
    }

    static int handled() {
        InvocationHandler handler = (proxy, method, args) -> next((int) args[0]);
        Object proxy = Proxy.newProxyInstance(Reflected.class.getClassLoader(), new Class<?>[] {IntUnaryOperator.class}, handler);
        IntUnaryOperator function = (IntUnaryOperator) proxy;
        int x = 1;
        for (int i = 0; i < N; i++) { // serial
            x = function.applyAsInt(x);
        }
        return x;
    }

    static int ownField() throws Exception {
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            Reflected r = new Reflected(i);
            OWN.setInt(r, i);
            results[i] = next(OWN.getInt(r)) + r.own;
        }
        return results[N / 2];
    }

    static int ownReference() throws Exception {
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            Reflected r = new Reflected(i);
            HELD.set(r, i);
            results[i] = next((int) HELD.get(r));
        }
        return results[N / 2];
    }

    static int ownUnseen() throws Exception {
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // independent
            Reflected r = new Reflected(i);
            HIDDEN.setInt(r, i);
            results[i] = next(HIDDEN.getInt(r));
        }
        return results[N / 2];
    }

    static int ownCall() throws Exception {
        int[] results = new int[N];
        for (int i = 0; i < N; i++) { // not dependent
            results[i] = (int) NEXT.invoke(null, i);
        }
        return results[N / 2];
    }

    public static void main(String[] args) throws Exception {
        System.out.println(field() + " " + written() + " " + read() + " " + reference() + " " + ofClass() + " " + unseen());
        System.out.println(invoked() + " " + made() + " " + handled());
        System.out.println(ownField() + " " + ownReference() + " " + ownUnseen() + " " + ownCall());
    }
}
