import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints a program that uses each class which a module exports in the middle of a path: creates an object, or reads a static field. */
public class FirstUses {
    /** What the class file of a preview says, so that javac refuses it. The annotation is not there when the program runs. */
    static final String PREVIEW = "Ljdk/internal/javac/PreviewFeature;";

    public static void main(String[] args) throws Exception {
        Set<String> names = new TreeSet<>();
        Set<String> previews = new TreeSet<>();
        for (String module : args) {
            Set<String> exported = Object.class.getModule().getLayer().findModule(module).get().getDescriptor().exports().stream()
                    .filter(e -> !e.isQualified()).map(ModuleDescriptor.Exports::source).collect(Collectors.toSet());
            Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules", module);
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    String name = root.relativize(file).toString().replace('/', '.');
                    int dot = name.lastIndexOf('.', name.length() - 7);
                    if (name.endsWith(".class") && dot > 0 && exported.contains(name.substring(0, dot))) {
                        name = name.substring(0, name.length() - 6);
                        names.add(name);
                        if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(PREVIEW)) {
                            previews.add(name);
                        }
                    }
                }
            }
        }
        StringBuilder uses = new StringBuilder(), calls = new StringBuilder();
        int count = 0;
        for (String name : names) {
            String use = use(name);
            if (use != null && !previews.contains(name) && !previews.contains(name.split("\\$")[0])) {
                uses.append("    static Object u").append(count).append("(int i) throws Throwable { int k = i * 3; return ").append(use).append("; }\n");
                calls.append("        try { kept ^= System.identityHashCode(u").append(count).append("(").append(count)
                        .append(")) & 0; used++; } catch (Throwable e) { thrown++; }\n");
                count++;
            }
        }
        System.out.println("public class Uses {\n    static int kept, used, thrown;\n" + uses + "    @SuppressWarnings(\"all\")\n    static void all() {\n" + calls
                + "    }\n    public static void main(String[] args) {\n        all();\n        System.out.println(used + thrown + kept);\n    }\n}");
    }

    static String use(String name) {
        try {
            Class<?> c = Class.forName(name, false, null);
            if (!isPublic(c) || c.isAnnotationPresent(Deprecated.class)) {
                return null;
            }
            for (Field f : c.getDeclaredFields()) {
                boolean is = Modifier.isStatic(f.getModifiers()) && Modifier.isPublic(f.getModifiers());
                if (is && !f.getType().isPrimitive() && f.getType() != String.class) {
                    return c.getCanonicalName() + "." + f.getName();
                }
            }
            Constructor<?>[] constructors = c.getConstructors();
            if (c.isInterface() || Modifier.isAbstract(c.getModifiers()) || constructors.length == 0 || c.getEnclosingClass() != null && !Modifier.isStatic(c.getModifiers())) {
                return null;
            }
            Constructor<?> best = List.of(constructors).stream()
                    .max(Comparator.comparing((Constructor<?> x) -> x.getParameterCount()).thenComparing(Constructor::toString)).get();
            if (Stream.of(best.getParameterTypes()).anyMatch(p -> !isPublic(p) && !p.isPrimitive())) {
                return null;
            }
            String types = c.getTypeParameters().length > 0 ? "<>" : "";
            return "new " + c.getCanonicalName() + Stream.of(best.getParameterTypes()).map(FirstUses::none).collect(Collectors.joining(", ", "(", ")"));
        } catch (Throwable e) {
            return null;
        }
    }

    static boolean isPublic(Class<?> c) {
        while (c.isArray()) {
            c = c.getComponentType();
        }
        for (Class<?> at = c; at != null; at = at.getEnclosingClass()) {
            if (!Modifier.isPublic(at.getModifiers()) && !at.isPrimitive()) {
                return false;
            }
        }
        return true;
    }

    static String none(Class<?> type) {
        if (type == boolean.class) {
            return "false";
        }
        return "(" + type.getCanonicalName() + ") " + (type.isPrimitive() ? "0" : "null");
    }
}
