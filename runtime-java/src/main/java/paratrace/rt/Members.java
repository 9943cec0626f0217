package paratrace.rt;

import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * Members as reflection shows them to traced code: without those that tracing adds. Code that copies all fields of an object
 * would copy its number otherwise, and two objects would look like one.
 */
public final class Members {
    /** A list that the program has just been given; itself if all of it is the program's. */
    public static Field[] fields(Field[] all) {
        return own(all);
    }

    /** As {@link #fields}. */
    public static Method[] methods(Method[] all) {
        return own(all);
    }

    private static <M extends Member> M[] own(M[] all) {
        Buffer b = buffer();
        Thread recording = b.recording;
        b.recording = null;
        try {
            int shown = shown(all);
            if (shown < all.length) {
                M[] rest = Arrays.copyOf(all, shown);
                keep(all, rest);
                return rest;
            }
        } catch (Throwable e) {
            // No memory, no stack: the program sees what else it would have seen.
        } finally {
            b.recording = recording;
        }
        return all;
    }

    /** The calling thread's: in a traced JDK, reflection is traced, too. */
    private static Buffer buffer() {
        return Threads.begun ? Threads.find(Thread.currentThread()) : Buffer.MUTE;
    }

    private static int shown(Member[] all) {
        int shown = 0;
        for (Member member : all) {
            if (!isOurs(member)) {
                shown++;
            }
        }
        return shown;
    }

    private static void keep(Member[] all, Member[] rest) {
        int next = 0;
        for (Member member : all) {
            if (!isOurs(member)) {
                rest[next++] = member;
            }
        }
    }

    private static boolean isOurs(Member member) {
        if (!member.isSynthetic()) {
            return false;
        }
        String name = member.getName();
        return name.startsWith("$paratrace$") || name.equals("serialVersionUID");
    }

    private Members() {}
}
