package paratrace.rt;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * Fields of one class that the program has accessed by reflection, and how to tell the objects that have them apart. Kept by the class itself, as
 * its number is ({@link Classes}).
 */
final class Reflected {
    private static final String NUMBER = "$paratrace$number";
    private static final String OWNER = "$paratrace$owner";

    private static final ClassValue<Reflected> ALL = new ClassValue<Reflected>() {
        @Override
        protected Reflected computeValue(Class<?> c) {
            return new Reflected(c);
        }
    };

    private final Class<?> declaring;
    /** The field with the number of an object, and the one with the object that it was given to; null where there is none. */
    private final Field number;
    private final Field owner;
    /** Objects may have a number, but it cannot be read: the class is in a module that is not open to the runtime, or mentions a missing class. */
    private boolean closed;

    /** Guarded by this. The names are those that the JVM has for a class: of one field, always the same strings. */
    private Field[] fields = new Field[4];
    private int[] numbers = new int[4];
    private int count;

    private Reflected(Class<?> c) {
        declaring = c;
        number = inherited(c, NUMBER);
        owner = number == null ? null : declared(number.getDeclaringClass(), OWNER);
    }

    /**
     * Data of an access: the number of the field, the number of the object and its hash. All 0 if it cannot succeed, because there is no such
     * field in the object; then the call throws.
     */
    static void record(Object field, Object o, Buffer b) {
        int of = 0;
        int number = 0;
        if (field instanceof Field) {
            Thread before = b.recording;
            b.recording = null;
            try {
                Reflected known = ALL.get(((Field) field).getDeclaringClass());
                if (known.has((Field) field, o)) {
                    if (known.closed && !Modifier.isStatic(((Field) field).getModifiers())) {
                        // Which object it is cannot be told, so the access counts as lost.
                        b.dropped++;
                    }
                    of = b.number((Field) field);
                    number = known.number(o, b);
                }
            } catch (Throwable e) {
                // No memory, no stack: what is recorded is wrong, so it counts as lost.
                of = 0;
                number = 0;
                if (e instanceof VirtualMachineError || !b.keepStop(e)) {
                    b.dropped++;
                }
            } finally {
                b.recording = before;
            }
        }
        Probe.value(of, b);
        Probe.value(number, b);
        Probe.value(of == 0 ? 0 : System.identityHashCode(o), b);
    }

    /** The number of a field, which the trace defines as it does those of classes. */
    static int number(Field field) {
        return ALL.get(field.getDeclaringClass()).find(field);
    }

    /** Loads what the others need. */
    static void prepare() {
        ALL.get(Object.class);
    }

    private boolean has(Field field, Object o) {
        return Modifier.isStatic(field.getModifiers()) || declaring.isInstance(o);
    }

    private synchronized int find(Field field) {
        for (int i = 0; i < count; i++) {
            if (fields[i] == field || fields[i].equals(field)) {
                return numbers[i];
            }
        }
        if (count == fields.length) {
            Field[] more = new Field[2 * count];
            int[] moreNumbers = new int[2 * count];
            System.arraycopy(fields, 0, more, 0, count);
            System.arraycopy(numbers, 0, moreNumbers, 0, count);
            fields = more;
            numbers = moreNumbers;
        }
        fields[count] = field;
        numbers[count] = Classes.define(name(field));
        return numbers[count++];
    }

    /** Class, name and descriptor. No name of a class or field has a semicolon; two say that the field is static. */
    private static String name(Field field) {
        String separator = Modifier.isStatic(field.getModifiers()) ? ";;" : ";";
        String declaring = field.getDeclaringClass().getName().replace('.', '/');
        return declaring + separator + field.getName() + ';' + Hidden.descriptor(field.getType());
    }

    /** The number of an object, as the code that tracing adds to classes gives it; 0 if objects of this class have none. */
    private int number(Object o, Buffer b) throws IllegalAccessException {
        if (number == null || !declaring.isInstance(o)) {
            return 0;
        }
        int known = number.getInt(o);
        return known != 0 && (owner == null || owner.get(o) == o) ? known : assign(o, Probe.newId(b));
    }

    /** A number without an owner is one that a constructor has claimed. */
    private int assign(Object o, int id) throws IllegalAccessException {
        synchronized (Probe.LOCK) {
            if (owner == null) {
                if (number.getInt(o) == 0) {
                    number.setInt(o, id);
                }
            } else if (owner.get(o) != o) {
                if (owner.get(o) != null || number.getInt(o) == 0) {
                    number.setInt(o, id);
                }
                if (id != 0) {
                    owner.set(o, o);
                }
            }
            return number.getInt(o);
        }
    }

    private Field inherited(Class<?> c, String name) {
        for (Class<?> at = c; at != null; at = at.getSuperclass()) {
            Field field = declared(at, name);
            if (field != null) {
                return field;
            }
        }
        return null;
    }

    private Field declared(Class<?> c, String name) {
        try {
            Field field = c.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            return null;
        } catch (RuntimeException | LinkageError e) {
            closed = true;
            return null;
        }
    }
}
