// Classes made while the program runs override methods of the program's classes, and call the program back: through their super class,
// on other objects, in recursions, with exceptions, from constructors, lambdas and threads.

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

public class GeneratedClasses {
    public static class Service {
        int seen;

        public Service() {
            begin();
        }

        public void begin() {
            seen = 1;
        }

        public int ping(int i) {
            seen += i;
            return i + 1;
        }

        public long mixed(long a, Object key, double b, int[] values) {
            return a + values.length;
        }

        public int inherited(int i) {
            return ping(i) + seen;
        }
    }

    public interface Source {
        int next(int i);
    }

    public static class Counted implements Source {
        public int next(int i) {
            return 2 * i;
        }
    }

    static final Service TARGET = new Service();

    public static Service target() {
        return TARGET;
    }

    public static int tick(int i) {
        int r = i;
        for (int k = 0; k < 3; k++) {
            r ^= k;
        }
        return r;
    }

    public static int again(Service s, int i) {
        return i <= 0 ? tick(i) : s.ping(i - 1) + step(i);
    }

    public static int fail(int i) {
        if (i % 2 == 0) {
            throw new IllegalStateException("even");
        }
        return i;
    }

    static int step(int x) {
        int r = x;
        for (int k = 0; k < 5; k++) {
            r = r * 31 + k;
        }
        return r;
    }

    static int drive(Service s) {
        int x = 1;
        for (int i = 0; i < 4; i++) {
            s.ping(i);
            x = step(x);
        }
        for (int i = 0; i < 4; i++) {
            x += s.ping(i);
        }
        return x;
    }

    static int use(Service s) {
        int[] values = {1, 2, 3};
        long m = s.mixed(1L << 33, "key", 0.5, values);
        x(s);
        return (int) (m % 1000) + values[0] + s.inherited(3) + s.seen;
    }

    static void x(Service s) {
        s.ping(7);
    }

    static int caught(Service s, int i) {
        try {
            s.ping(i);
            return step(i);
        } catch (IllegalStateException | ArithmeticException e) {
            return tick(i);
        } finally {
            tick(0);
        }
    }

    static int passes(Service s, int i) {
        s.ping(i);
        return step(i);
    }

    static int sum(Source source) {
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            source.next(i);
            sum += step(i);
            sum += source.next(i);
        }
        return sum;
    }

    static int apply(IntUnaryOperator f) {
        return f.applyAsInt(3) + step(f.applyAsInt(4));
    }

    // Writes class files.
    static class Maker extends ClassLoader {
        private final Map<String, Integer> known = new LinkedHashMap<>();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final DataOutputStream pool = new DataOutputStream(bytes);
        private final ByteArrayOutputStream methods = new ByteArrayOutputStream();
        private int count;

        Maker() {
            super(GeneratedClasses.class.getClassLoader());
        }

        int entry(String key, int tag, Object... parts) throws IOException {
            Integer found = known.get(key);
            if (found == null) {
                pool.writeByte(tag);
                for (Object part : parts) {
                    if (part instanceof String) {
                        pool.writeUTF((String) part);
                    } else {
                        pool.writeShort((Integer) part);
                    }
                }
                found = known.size() + 1;
                known.put(key, found);
            }
            return found;
        }

        int text(String text) throws IOException {
            return entry(text, 1, text);
        }

        int type(String name) throws IOException {
            return entry("type " + name, 7, text(name));
        }

        int method(String owner, String name, String desc) throws IOException {
            int pair = entry(name + ' ' + desc, 12, text(name), text(desc));
            return entry(owner + '.' + name + desc, 10, type(owner), pair);
        }

        // `code` has opcodes, and names of methods (owner.name(desc)) and types where these follow.
        Maker add(String name, String desc, int locals, Object... code) throws IOException {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            for (Object part : code) {
                if (part instanceof String) {
                    String text = (String) part;
                    int bracket = text.indexOf('(');
                    int dot = bracket < 0 ? 0 : text.lastIndexOf('.', bracket);
                    int index = bracket < 0 ? type(text)
                            : method(text.substring(0, dot), text.substring(dot + 1, bracket), text.substring(bracket));
                    body.write(index >> 8);
                    body.write(index);
                } else {
                    body.write((Integer) part);
                }
            }
            DataOutputStream out = new DataOutputStream(methods);
            out.writeShort(1);
            out.writeShort(text(name));
            out.writeShort(text(desc));
            out.writeShort(1);
            out.writeShort(text("Code"));
            out.writeInt(12 + body.size());
            out.writeShort(8);
            out.writeShort(locals);
            out.writeInt(body.size());
            body.writeTo(out);
            out.writeInt(0);
            count++;
            return this;
        }

        Object make(String name, String above, String... interfaces) throws Exception {
            add("<init>", "()V", 1, 0x2a, 0xb7, above + ".<init>()V", 0xb1);
            int self = type(name), from = type(above);
            int[] all = new int[interfaces.length];
            for (int i = 0; i < all.length; i++) {
                all[i] = type(interfaces[i]);
            }
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(file);
            out.writeInt(0xcafebabe);
            out.writeInt(49);
            out.writeShort(known.size() + 1);
            bytes.writeTo(out);
            out.writeShort(0x21);
            out.writeShort(self);
            out.writeShort(from);
            out.writeShort(all.length);
            for (int one : all) {
                out.writeShort(one);
            }
            out.writeShort(0);
            out.writeShort(count);
            methods.writeTo(out);
            out.writeShort(0);
            return defineClass(name, file.toByteArray(), 0, file.size()).getDeclaredConstructor().newInstance();
        }
    }

    static final String MAIN = "GeneratedClasses", SERVICE = MAIN + "$Service", PING = ".ping(I)I";

    static Service service(String name, Object... code) throws Exception {
        return (Service) new Maker().add("ping", "(I)I", 2, code).make(name, SERVICE);
    }

    public static void main(String[] args) throws Exception {
        Service plain = new Service();
        System.out.println("plain " + drive(plain) + " " + use(plain));
        // return i
        Service silent = service("Silent", 0x1b, 0xac);
        System.out.println("silent " + drive(silent) + " " + use(silent));
        // return tick(i)
        Service ticks = service("Ticks", 0x1b, 0xb8, MAIN + ".tick(I)I", 0xac);
        System.out.println("ticks " + drive(ticks) + " " + use(ticks));
        // return tick(super.ping(i + i))
        Service above = service("Above", 0x2a, 0x1b, 0x1b, 0x60, 0xb7, SERVICE + PING, 0xb8, MAIN + ".tick(I)I", 0xac);
        System.out.println("above " + drive(above) + " " + use(above));
        // return target().ping(i)
        Service other = service("Other", 0xb8, MAIN + ".target()L" + SERVICE + ";", 0x1b, 0xb6, SERVICE + PING, 0xac);
        System.out.println("other " + drive(other) + " " + use(other) + " " + TARGET.seen);
        // return again(this, i)
        Service again = service("Again", 0x2a, 0x1b, 0xb8, MAIN + ".again(L" + SERVICE + ";I)I", 0xac);
        System.out.println("again " + drive(again) + " " + use(again) + " " + again(again, 6));
        // return fail(i)
        Service fails = service("Fails", 0x1b, 0xb8, MAIN + ".fail(I)I", 0xac);
        // return i / 0
        Service divides = service("Divides", 0x1b, 0x03, 0x6c, 0xac);
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            sum += caught(fails, i) + caught(divides, i) + caught(ticks, i);
            try {
                sum += passes(fails, i);
            } catch (IllegalStateException e) {
                sum += tick(i);
            }
            try {
                sum += passes(divides, i);
            } catch (ArithmeticException e) {
                sum += step(i);
            }
        }
        System.out.println("throws " + sum);
        // begin() { super.begin(); tick(3); }
        Service begins = (Service) new Maker()
                .add("begin", "()V", 1, 0x2a, 0xb7, SERVICE + ".begin()V", 0x06, 0xb8, MAIN + ".tick(I)I", 0x57, 0xb1)
                .make("Begins", SERVICE);
        System.out.println("begins " + drive(begins) + " " + use(begins));
        // mixed(a, key, b, values) { return target().mixed(a, this, b, values); }
        String mixed = "mixed(JLjava/lang/Object;D[I)J";
        Service mixes = (Service) new Maker()
                .add("mixed", "(JLjava/lang/Object;D[I)J", 7, 0xb8, MAIN + ".target()L" + SERVICE + ";", 0x1f, 0x2a, 0x18, 4, 0x19, 6,
                        0xb6, SERVICE + '.' + mixed, 0xad)
                .make("Mixes", SERVICE);
        System.out.println("mixes " + drive(mixes) + " " + use(mixes));
        Source counted = new Counted();
        Source made = (Source) new Maker().add("next", "(I)I", 2, 0x1b, 0xb8, MAIN + ".tick(I)I", 0xac)
                .make("Made", "java/lang/Object", MAIN + "$Source");
        Source below = (Source) new Maker()
                .add("next", "(I)I", 2, 0x2a, 0x1b, 0xb7, MAIN + "$Counted.next(I)I", 0xb8, MAIN + ".tick(I)I", 0xac)
                .make("Below", MAIN + "$Counted");
        System.out.println("interface " + sum(counted) + " " + sum(made) + " " + sum(below));
        System.out.println("functions " + apply(ticks::ping) + " " + apply(i -> above.ping(i) + step(i)) + " " + apply(below::next));
    }
}
