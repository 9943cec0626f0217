package paratrace.rt;

/** Stack traces as they would be without us: an overflow of the stack that struck in the runtime shows its frames. */
final class Frames {
    /**
     * Takes our frames out of the stack trace, and those of what we call: nothing of ours calls the program. May fail where
     * there is no stack or memory for that: then nothing has changed.
     */
    static void hide(Throwable e) {
        room(Limits.ROOM);
        StackTraceElement[] all = e.getStackTrace();
        int first = all.length;
        while (first > 0 && !isOurs(all[first - 1])) {
            first--;
        }
        if (first > 0) {
            StackTraceElement[] rest = new StackTraceElement[all.length - first];
            System.arraycopy(all, first, rest, 0, rest.length);
            e.setStackTrace(rest);
        }
    }

    private static boolean isOurs(StackTraceElement frame) {
        return frame.getClassName().startsWith("paratrace.rt.") || frame.getMethodName().startsWith("$paratrace$");
    }

    /**
     * Overflows the stack here rather than in the library, if it must: a class whose initialiser overflows can never be used
     * again. Locals without a use make the frames large.
     */
    @SuppressWarnings("unused")
    private static int room(int frames) {
        long a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z;
        long aa, bb, cc, dd, ee, ff, gg, hh, ii, jj, kk, ll, mm, nn, oo, pp, qq, rr, ss, tt, uu, vv, ww, xx, yy, zz;
        long aaa, bbb, ccc, ddd, eee, fff, ggg, hhh, iii, jjj, kkk, lll, mmm, nnn, ooo, ppp, qqq, rrr, sss, ttt;
        return frames == 0 ? 0 : room(frames - 1) + 1;
    }

    /** Has the classes initialised that are needed: for frames of the library, too. */
    static void prepare() {
        try {
            Integer.parseInt("");
        } catch (NumberFormatException e) {
            hide(e);
        }
    }

    private Frames() {}
}
