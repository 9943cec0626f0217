import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** A class made while the program runs overrides a method, and calls the program back; beside it a chain, and what only looks like one. */
public class GeneratedOverride {
    public static class Service {
        public int ping(int i) {
            return i;
        }
    }

    static int total;

    public static int tick(int i) {
        int r = i;
        for (int k = 0; k < 3; k++) {
            r ^= k;
        }
        return r;
    }

    public static int count(int i) {
        total = total * 31 + i;
        return total;
    }

    static int step(int x) {
        int r = x;
        for (int k = 0; k < 200; k++) {
            r = r * 31 + k;
        }
        return r;
    }

    /** A subclass of Service whose `ping` returns what a method of this class makes of its argument. */
    static class Maker extends ClassLoader {
        Service make(String name, String method) throws Exception {
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(file);
            out.writeInt(0xcafebabe);
            out.writeInt(49);
            String[] texts = {name, "GeneratedOverride$Service", "<init>", "()V", "Code", "ping", "(I)I", "GeneratedOverride", method};
            out.writeShort(1 + texts.length + 7);
            for (String text : texts) {
                out.writeByte(1);
                out.writeUTF(text);
            }
            entry(out, 7, 1); // 10: this class
            entry(out, 7, 2); // 11: its super class
            entry(out, 7, 8); // 12: the caller
            entry(out, 12, 3, 4); // 13
            entry(out, 10, 11, 13); // 14: the constructor above
            entry(out, 12, 9, 7); // 15
            entry(out, 10, 12, 15); // 16: the method that is called back
            for (int s : new int[] {0x21, 10, 11, 0, 0, 2}) {
                out.writeShort(s);
            }
            method(out, 3, 4, 0x2a, 0xb7, 0, 14, 0xb1);
            method(out, 6, 7, 0x1b, 0xb8, 0, 16, 0xac);
            out.writeShort(0);
            return (Service) defineClass(name, file.toByteArray(), 0, file.size()).getDeclaredConstructor().newInstance();
        }

        Maker() {
            super(GeneratedOverride.class.getClassLoader());
        }

        static void entry(DataOutputStream out, int tag, int... parts) throws IOException {
            out.writeByte(tag);
            for (int part : parts) {
                out.writeShort(part);
            }
        }

        static void method(DataOutputStream out, int name, int desc, int... code) throws IOException {
            for (int s : new int[] {1, name, desc, 1, 5}) {
                out.writeShort(s);
            }
            out.writeInt(12 + code.length);
            out.writeShort(2);
            out.writeShort(2);
            out.writeInt(code.length);
            for (int b : code) {
                out.writeByte(b);
            }
            out.writeInt(0);
        }
    }

    static int chain(Service s, int x) {
        for (int i = 0; i < 300; i++) { // advice: serial | not-known
            s.ping(i);
            x = step(x);
        }
        return x;
    }

    static int through(Service s) {
        int x = 0;
        for (int i = 0; i < 300; i++) { // advice: serial | not-known
            x ^= step(s.ping(i));
        }
        return x;
    }

    public static void main(String[] args) throws Exception {
        Service ticks = new Maker().make("Ticks", "tick"), counts = new Maker().make("Counts", "count");
        System.out.println(chain(ticks, 1) + " " + through(counts) + " " + total + " " + new Service().ping(3));
    }
}
