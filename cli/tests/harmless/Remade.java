// Agents of the program give its classes other code while it runs, as inline mocks do: methods that answer without their own code, and call the
// program back; also final ones, inherited ones and those that others call through `super`.
// agent: Agent

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.ByteBuffer;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.List;

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

    static void use(String when) {
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
            out.writeShort(count + 6);
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
        }

        void members(boolean methods) throws IOException {
            int count = copied();
            for (int i = 0; i < count; i++) {
                copy(2);
                String name = texts[copied()];
                String descriptor = texts[copied()];
                boolean replaced = methods && descriptor.equals("(I)I") && names.contains(" " + name + " ");
                int attributes = copied();
                for (int k = 0; k < attributes; k++) {
                    String attribute = texts[copied()];
                    int length = in.getInt();
                    if (replaced && attribute.equals("Code")) {
                        in.position(in.position() + length);
                        code();
                    } else {
                        out.writeInt(length);
                        copy(length);
                    }
                }
            }
        }

        /** {@code return Remade.answer(i)}; or {@code return 3} for what is quiet. */
        void code() throws IOException {
            boolean quiet = names.contains("quiet");
            byte[] code = {0x1b, (byte) 0xb8, (byte) (first + 5 >> 8), (byte) (first + 5), (byte) 0xac};
            byte[] three = {0x06, (byte) 0xac};
            byte[] body = quiet ? three : code;
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
    }
}
