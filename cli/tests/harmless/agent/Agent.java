import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.AtomicInteger;

/** Sees every class that is loaded, gives the program's back as they are, and has the JVM define them anew afterwards. */
public class Agent {
    public static void premain(String arguments, Instrumentation instrumentation) {
        AtomicInteger seen = new AtomicInteger();
        ClassFileTransformer transformer = new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
                boolean program = loader == ClassLoader.getSystemClassLoader() && name.startsWith("Agents");
                if (program) {
                    seen.incrementAndGet();
                }
                return program ? bytes.clone() : null;
            }
        };
        instrumentation.addTransformer(transformer, true);
        Runnable again = () -> {
            try {
                for (Class<?> c : instrumentation.getAllLoadedClasses()) {
                    if (c.getName().startsWith("Agents") && instrumentation.isModifiableClass(c)) {
                        instrumentation.retransformClasses(c);
                    }
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
        System.getProperties().put("agent.instrumentation", instrumentation);
        System.getProperties().put("agents.again", again);
        System.getProperties().put("agents.seen", seen);
    }
}
