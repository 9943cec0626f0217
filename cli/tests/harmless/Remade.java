// Agents of the program give its classes other code while it runs, as inline mocks do: methods that answer without their own code, and call the
// program back; also final ones, inherited ones, those that others call through `super`, private and static ones, and constructors. The agent may live
// in a class loader that shares no class with the program.
// agent: Agent

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

public class Remade {
    static class Service {
        int seen;

        int ping(int i) {
            seen += i;
            return i + 1;
        }

        final int fixed(int i) {
            return i + 2;
        }

        int quiet(int i) {
            return i + 3;
        }

        int own(int i) {
            return ping(i) + fixed(i);
        }
    }

    static class Special extends Service {
        @Override
        int ping(int i) {
            return super.ping(i) + 1;
        }
    }

    interface Named {
        default int name(int i) {
            return i + 4;
        }
    }

    static class Person implements Named {}

    static final class Closed {
        int ping(int i) {
            return i + 5;
        }
    }

    static class Bound {
        final int made;

        Bound(int i) {
            made = i + 7;
        }

        Bound(String text, int i) {
            this(text.length() + i);
        }

        static int firm(int i) {
            return i + 8;
        }

        static int named(String text, Object other, int i) {
            return text.length() + i;
        }

        private int hidden(int i) {
            return i + 9;
        }

        int open(int i) {
            return hidden(i) + firm(i);
        }
    }

    static class Derived extends Bound {
        final int more;

        Derived(int i) {
            super(i + 1);
            more = made + i;
        }
    }

    /** Is aside: nothing else uses it. */
    static class Apart {
        static int firm(int i) {
            return i + 10;
        }

        int ping(int i) {
            return i + 11;
        }
    }

    public static int answer(int i) {
        int r = i;
        for (int k = 0; k < 3; k++) {
            r ^= k;
        }
        return r;
    }

    static int step(int x) {
        int r = x;
        for (int k = 0; k < 5; k++) {
            r = r * 31 + k;
        }
        return r;
    }

    static int chain(Service s) {
        int x = 1;
        for (int i = 0; i < 4; i++) {
            s.ping(i);
            x = step(x);
            s.fixed(i);
            x = step(x);
            s.quiet(i);
            x = step(x);
            s.own(i);
        }
        return x;
    }

    static int others(Person person, Closed closed, Anew anew) {
        int x = 1;
        for (int i = 0; i < 4; i++) {
            person.name(i);
            x = step(x);
            closed.ping(i);
            x = step(x);
            anew.own(i);
            x = step(x);
        }
        return x + person.name(1) + closed.ping(2) + anew.own(3);
    }

    static int bound() {
        int x = 1;
        for (int i = 0; i < 4; i++) {
            int given = new Bound(i).made + new Bound("text", i).made + new Derived(i).more;
            x = step(x);
            given += Bound.firm(i) + Bound.named("text", new int[i], i);
            x = step(x);
            x = step(x + new Bound(i).open(i) + given);
        }
        return x;
    }

    static int apart(Apart apart) {
        int x = 1;
        for (int i = 0; i < 4; i++) {
            x = step(x + apart.ping(i));
            x = step(x + Apart.firm(i));
        }
        return x;
    }

    static void use(String when) {
        System.out.println(when + " " + bound() + " " + apart(new Apart()));
        Service service = new Service();
        Service special = new Special();
        System.out.println(when + " " + chain(service) + " " + service.own(1) + " " + service.quiet(2) + " " + service.seen);
        System.out.println(when + " " + chain(special) + " " + special.own(1) + " " + special.seen + " " + others(new Person(), new Closed(), new Anew()));
    }

    static class Anew {
        int own(int i) {
            return i + 6;
        }
    }

    /** Gives methods of some names other code, in some classes. */
    static class Replacing implements ClassFileTransformer {
        final String names;
        final List<Class<?>> classes;

        Replacing(String names, Class<?>... classes) {
            this.names = names;
            this.classes = Arrays.asList(classes);
        }

        @Override
        public byte[] transform(ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
            if (!classes.contains(old)) {
                return bytes;
            }
            try {
                return new Replaced(ByteBuffer.wrap(bytes), names).file();
            } catch (IOException e) {
                return null;
            } finally {
                name = null;
            }
        }
    }

    /** A class file, copied with other code in some methods. */
    static class Replaced {
        final ByteBuffer in;
        final String names;
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final DataOutputStream out = new DataOutputStream(bytes);
        String[] texts;
        int first;

        Replaced(ByteBuffer in, String names) {
            this.in = in;
            this.names = names;
        }

        byte[] file() throws IOException {
            copy(8);
            constants();
            copy(6);
            int interfaces = copied();
            copy(2 * interfaces);
            members(false);
            members(true);
            copy(in.remaining());
            return bytes.toByteArray();
        }

        void constants() throws IOException {
            int count = in.getShort() & 0xffff;
            first = count;
            texts = new String[count];
            out.writeShort(count + 12);
            for (int i = 1; i < count; i++) {
                int tag = in.get();
                out.writeByte(tag);
                switch (tag) {
                    case 1: {
                        int length = copied();
                        byte[] text = new byte[length];
                        in.get(text);
                        out.write(text);
                        texts[i] = new String(text, "UTF-8");
                        break;
                    }
                    case 5:
                    case 6: copy(8); i++; break;
                    case 7:
                    case 8:
                    case 16:
                    case 19:
                    case 20: copy(2); break;
                    case 15: copy(3); break;
                    default: copy(4);
                }
            }
            text("Remade");
            out.writeByte(7);
            out.writeShort(first);
            text("answer");
            text("(I)I");
            out.writeByte(12);
            out.writeShort(first + 2);
            out.writeShort(first + 3);
            out.writeByte(10);
            out.writeShort(first + 1);
            out.writeShort(first + 4);
            text("java/lang/Object");
            out.writeByte(7);
            out.writeShort(first + 6);
            text("<init>");
            text("()V");
            out.writeByte(12);
            out.writeShort(first + 8);
            out.writeShort(first + 9);
            out.writeByte(10);
            out.writeShort(first + 7);
            out.writeShort(first + 10);
        }

        void members(boolean methods) throws IOException {
            int count = copied();
            for (int i = 0; i < count; i++) {
                boolean isStatic = (copied() & 8) != 0;
                String name = texts[copied()];
                String descriptor = texts[copied()];
                boolean replaced = methods && descriptor.startsWith("(I)") && names.contains(" " + name + " ");
                int attributes = copied();
                for (int k = 0; k < attributes; k++) {
                    String attribute = texts[copied()];
                    int length = in.getInt();
                    if (replaced && attribute.equals("Code")) {
                        in.position(in.position() + length);
                        code(descriptor.endsWith("V") ? constructor() : isStatic ? call(0x1a) : call(0x1b));
                    } else {
                        out.writeInt(length);
                        copy(length);
                    }
                }
            }
        }

        /** {@code return Remade.answer(i)}, with the instruction that loads {@code i}; or {@code return 3} for what is quiet. */
        byte[] call(int load) {
            byte[] code = {(byte) load, (byte) 0xb8, (byte) (first + 5 >> 8), (byte) (first + 5), (byte) 0xac};
            byte[] three = {0x06, (byte) 0xac};
            return names.contains("quiet") ? three : code;
        }

        /** {@code Remade.answer(i); super();}, or the latter alone. */
        byte[] constructor() {
            byte[] code = {0x1b, (byte) 0xb8, (byte) (first + 5 >> 8), (byte) (first + 5), 0x57, 0x2a, (byte) 0xb7, (byte) (first + 11 >> 8), (byte) (first + 11), (byte) 0xb1};
            return names.contains("quiet") ? Arrays.copyOfRange(code, 5, code.length) : code;
        }

        void code(byte[] body) throws IOException {
            out.writeInt(12 + body.length);
            out.writeShort(1);
            out.writeShort(2);
            out.writeInt(body.length);
            out.write(body);
            out.writeShort(0);
            out.writeShort(0);
        }

        void text(String text) throws IOException {
            out.writeByte(1);
            out.writeUTF(text);
        }

        int copied() throws IOException {
            int value = in.getShort() & 0xffff;
            out.writeShort(value);
            return value;
        }

        void copy(int length) throws IOException {
            for (int i = 0; i < length; i++) {
                out.writeByte(in.get());
            }
        }
    }

    static void remake(Instrumentation instrumentation, String methods, Class<?>... classes) throws Exception {
        instrumentation.addTransformer(new Replacing(methods, classes), true);
        instrumentation.retransformClasses(classes);
    }

    /** An agent that gives static methods and others another code. */
    public static class Aside implements BiConsumer<Instrumentation, Class<?>> {
        @Override
        public void accept(Instrumentation instrumentation, Class<?> c) {
            try {
                remake(instrumentation, " firm ping ", c);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** The agent has its own copies of all classes. */
    @SuppressWarnings("unchecked")
    static void remakeFromAside(Instrumentation instrumentation, Class<?> c) throws Exception {
        URL here = Remade.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {here}, null)) {
            Object aside = Class.forName("Remade$Aside", true, loader).getConstructor().newInstance();
            ((BiConsumer<Instrumentation, Class<?>>) aside).accept(instrumentation, c);
        }
    }

    /** By a class file, and without a transformer of its own. */
    static void redefine(Instrumentation instrumentation, Class<?> c) throws Exception {
        try (InputStream in = c.getResourceAsStream("/" + c.getName() + ".class")) {
            byte[] file = new Replaced(ByteBuffer.wrap(in.readAllBytes()), " own ").file();
            instrumentation.redefineClasses(new ClassDefinition(c, file));
        }
    }

    public static void main(String[] args) throws Exception {
        Instrumentation instrumentation = (Instrumentation) System.getProperties().get("agent.instrumentation");
        use("as written");
        remake(instrumentation, " none ", Service.class);
        use("copied");
        remake(instrumentation, " quiet ", Service.class);
        use("quiet");
        remake(instrumentation, " ping fixed ", Service.class, Closed.class);
        use("mocked");
        remake(instrumentation, " name ", Named.class);
        use("by default");
        redefine(instrumentation, Anew.class);
        use("defined anew");
        remake(instrumentation, " quiet firm hidden <init> ", Bound.class);
        use("bound and quiet");
        remake(instrumentation, " firm hidden <init> ", Bound.class);
        use("bound");
        remakeFromAside(instrumentation, Apart.class);
        use("from aside");
    }
}
