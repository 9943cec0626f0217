import java.util.ArrayList;
import java.util.List;

/** Exceptions that none of the iterations threw end a loop, and the method goes on with them. */
public class ThrownOutAndCaught {
    static class Stop extends RuntimeException {
        final int at;

        Stop(int at) {
            super(null, null, false, false);
            this.at = at;
        }
    }

    static int mix(int v) {
        for (int k = 0; k < 90; k++) {
            v = v * v % 10007 + k;
        }
        return v;
    }

    static int checked(int v) {
        if (v < 0) {
            throw new IllegalStateException("negative");
        }
        return v;
    }

    static void stopAt(int i, int v) {
        if (v < 0) {
            throw new Stop(i);
        }
    }

    static void stopDeeper(int i, int v) {
        stopAt(i, v);
    }

    static int own(int[] o) {
        try {
            for (int i = 0; i < o.length; i++) { // advice: search
                o[i] = mix(i);
                if (o[i] < 0) {
                    throw new IllegalStateException();
                }
            }
        } catch (IllegalStateException negative) {
            return -1;
        }
        return o[3];
    }

    static int called(int[] o) {
        int end = o.length;
        try {
            for (int i = 0; i < o.length; i++) { // advice: search
                o[i] = mix(i);
                stopDeeper(i, o[i]);
            }
        } catch (Stop stop) {
            end = stop.at;
        }
        return end;
    }

    // The exception leaves the method: nobody looks at what was not computed.
    static int unchecked(int[] o) {
        for (int i = 0; i < o.length; i++) { // advice: independent
            o[i] = mix(i);
            if (o[i] < 0) {
                throw new IllegalStateException();
            }
            stopAt(i, o[i]);
        }
        return o[3];
    }

    // What is caught inside does not end the loop.
    static int inside(int[] o) {
        try {
            for (int i = 0; i < o.length; i++) { // advice: independent
                try {
                    o[i] = mix(i);
                    stopAt(i, o[i]);
                } catch (Stop stop) {
                    o[i] = stop.at;
                }
            }
        } finally {
            o[0]++;
        }
        return o[3];
    }

    // Errors of the library's types guard against wrong input.
    static int guarded(int[] o) {
        try {
            for (int i = 0; i < o.length; i++) { // advice: independent
                o[i] = checked(mix(i));
            }
        } catch (IllegalStateException wrong) {
            System.out.println("wrong");
        }
        return o[3];
    }

    // An exception is thrown on, with `finally` code of several branches.
    static int closed(int[] o) {
        List<Integer> list = new ArrayList<>();
        try {
            for (int i = 0; i < o.length; i++) { // advice: independent
                o[i] = mix(i);
                if (o[i] < 0) {
                    throw new Stop(i);
                }
            }
        } finally {
            if (list.isEmpty()) {
                list.add(o[3]);
            }
        }
        return o[3] + list.size();
    }

    public static void main(String[] args) {
        int[] o = new int[60];
        System.out.println(own(o) + called(o) + unchecked(o) + inside(o) + guarded(o) + closed(o));
    }
}
