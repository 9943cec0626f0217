import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.Map;

/**
 * Defines the classes of a program anew while it runs, over and over: with calls of {@link #hit} before all instructions, as
 * found in the folder {@code changed}, and as they were. Every second class has the calls from the beginning.
 */
public class Redefiner {
    /** Of any thread; some get lost. */
    static int hits;
    static int redefinitions;

    public static void hit() {
        hits++;
    }

    public static void premain(String folder, Instrumentation instrumentation) {
        Map<String, byte[]> original = new HashMap<>();
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
                Path file = Path.of(folder, "changed", name + ".class");
                if (old != null || !Files.exists(file)) {
                    return null;
                }
                synchronized (original) {
                    original.put(name, bytes.clone());
                }
                return (name.hashCode() & 1) == 0 ? null : read(file);
            }
        });
        Thread thread = new Thread(() -> {
            for (boolean changed = true;; changed = !changed) {
                redefine(instrumentation, original, folder, changed);
            }
        });
        thread.setDaemon(true);
        thread.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                Files.writeString(Path.of(folder, "done"), redefinitions + " " + hits);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }));
    }

    private static void redefine(Instrumentation in, Map<String, byte[]> original, String folder, boolean changed) {
        for (Class<?> c : in.getAllLoadedClasses()) {
            byte[] bytes;
            synchronized (original) {
                bytes = original.get(c.getName());
            }
            if (bytes != null && in.isModifiableClass(c)) {
                try {
                    byte[] now = changed ? read(Path.of(folder, "changed", c.getName() + ".class")) : bytes;
                    in.redefineClasses(new ClassDefinition(c, now));
                    redefinitions++;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
