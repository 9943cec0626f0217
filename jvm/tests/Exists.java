import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Prints the classes and methods of the table that this JDK has not, although it should. */
class Exists {
    static Class<?> type;

    public static void main(String[] files) throws Exception {
        for (String line : Files.readAllLines(Path.of(files[0]))) {
            String[] words = line.trim().split(" +");
            if (line.isEmpty() || line.startsWith("#") || words[0].equals("package")) {
                continue;
            }
            if (words[0].equals("keeps")) {
                if (!keeps(words)) {
                    System.out.println(line);
                }
                continue;
            }
            boolean isClass = words[0].equals("class");
            if (isClass) {
                type = null;
            }
            boolean here = List.of(words).stream().allMatch(Exists::isOfThisRelease);
            if (here && !(isClass ? hasClass(words) : type == null || members(type).contains(words[0]))) {
                System.out.println((isClass ? "" : type + " ") + line);
            }
        }
    }

    /** The class declares the fields. */
    static boolean keeps(String[] words) {
        try {
            Class<?> type = Class.forName(words[1].replace('/', '.'), false, null);
            for (int i = 2; i < words.length && !words[i].equals("[]"); i++) {
                Class<?> field = type.getDeclaredField(words[i].replace("[]", "")).getType();
                if (words[i].endsWith("[]") && !field.isArray()) {
                    return false;
                }
            }
            return words.length > 2;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    static boolean isOfThisRelease(String word) {
        int release = Runtime.version().feature();
        return word.startsWith("since:") ? release >= Integer.parseInt(word.substring(6))
            : !word.startsWith("until:") || release <= Integer.parseInt(word.substring(6));
    }

    /** Methods that are called through it exist; those of serialization are a convention. */
    static boolean hasClass(String[] words) {
        if (words[1].equals("[]")) {
            return true;
        }
        try {
            type = Class.forName(words[1].replace('/', '.'), false, null);
        } catch (ClassNotFoundException e) {
            return false;
        }
        Set<String> names = new HashSet<>();
        members(type).forEach(member -> names.add(member.substring(0, member.indexOf('('))));
        for (String word : words) {
            if (word.matches("(through|found):.+") && type != java.io.Serializable.class) {
                for (String name : word.substring(word.indexOf(':') + 1).split(",")) {
                    if (!names.contains(name)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** What a class declares and inherits, with descriptors; calls of `Object`'s methods may name an interface. */
    static Set<String> members(Class<?> type) {
        Set<String> members = new LinkedHashSet<>();
        for (Constructor<?> made : type.getDeclaredConstructors()) {
            members.add("<init>" + MethodType.methodType(void.class, made.getParameterTypes()).toMethodDescriptorString());
        }
        collect(type, members);
        return members;
    }

    static void collect(Class<?> type, Set<String> members) {
        for (Method method : type.getDeclaredMethods()) {
            MethodType described = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
            members.add(method.getName() + described.toMethodDescriptorString());
        }
        if (type.getSuperclass() != null) {
            collect(type.getSuperclass(), members);
        }
        if (type.isInterface()) {
            collect(Object.class, members);
        }
        for (Class<?> above : type.getInterfaces()) {
            collect(above, members);
        }
    }
}
