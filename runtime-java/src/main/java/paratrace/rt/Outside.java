package paratrace.rt;

/**
 * Classes of the platform that a traced JDK leaves untraced, and whose initialisers call code that is traced there. They would run
 * in the middle of an instruction of a path, at the first use of a class that nothing shows. So they run before all paths.
 */
final class Outside {
    private static final String[] CLASSES = {
        "java.lang.StringUTF16", "java.lang.StringBuffer", "java.lang.StringConcatHelper", "java.lang.AbstractStringBuilder",
        "java.lang.Math", "java.lang.StrictMath", "java.lang.Math$RandomNumberGeneratorHolder",
        "java.lang.StrictMath$RandomNumberGeneratorHolder", "java.lang.Byte$ByteCache", "java.lang.Character$CharacterCache",
        "java.lang.Short$ShortCache", "java.lang.Integer$IntegerCache", "java.lang.Long$LongCache",
        "java.lang.CharacterDataLatin1", "java.lang.CharacterData00", "java.lang.Character$UnicodeBlock",
        "java.lang.Character$UnicodeScript", "java.util.concurrent.atomic.AtomicIntegerFieldUpdater$AtomicIntegerFieldUpdaterImpl",
        "java.util.concurrent.atomic.AtomicLongFieldUpdater$CASUpdater",
        "java.util.concurrent.atomic.AtomicLongFieldUpdater$LockedUpdater", "java.lang.Throwable", "java.lang.Throwable$SentinelHolder",
        "java.lang.ClassNotFoundException", "java.lang.ExceptionInInitializerError",
    };

    /** Initialises them, if this is part of a traced JDK. What this release has not, or what fails, is left. */
    static void prepare() {
        if (!Resources.IN_JDK) {
            return;
        }
        for (String name : CLASSES) {
            try {
                Class.forName(name, true, null);
            } catch (Throwable e) {
                // It is initialised when the program first uses it.
            }
        }
    }

    private Outside() {}
}
