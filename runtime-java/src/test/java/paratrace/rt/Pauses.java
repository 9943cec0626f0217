package paratrace.rt;

import java.util.concurrent.CountDownLatch;

/** Code that runs while the recording is paused, in a {@link Child}: none of its events may be in the trace. */
final class Pauses {
    /** So many threads at once that some share an entry of the cache; each writes values and paths 0 to n - 1. */
    static void run(final int n) throws Exception {
        final int[][] ids = new int[600][];
        final CountDownLatch all = new CountDownLatch(ids.length);
        for (int t = 0; t < ids.length; t++) {
            final int number = t;
            Thread thread = new Thread(null, new Runnable() {
                @Override
                public void run() {
                    ids[number] = events(n);
                    all.countDown();
                }
            }, "t" + t, 1 << 17);
            thread.start();
        }
        all.await();
        java.util.BitSet seen = new java.util.BitSet();
        for (int[] some : ids) {
            for (int id : some) {
                check(id > 0 && !seen.get(id), "object number " + id);
                seen.set(id);
            }
        }
        System.out.println("done");
    }

    private static int[] events(int n) {
        int[] ids = new int[2 * n];
        for (int i = 0; i < n; i++) {
            Buffer b = Probe.enter();
            Probe.value(i, b);
            Probe.announceId(1_000_000_000 + i, b);
            ids[2 * i] = paused(i);
            check(Probe.claimId(b) == 1_000_000_000 + i, "a number announced before a pause is for after it");
            check(Probe.enter() == b, "the thread records again");
            Probe.path(b, i);
            ids[2 * i + 1] = Probe.newId();
        }
        return ids;
    }

    /** As a method that pauses is rewritten. */
    private static int paused(int i) {
        Buffer paused = Probe.pause();
        try {
            noise(-1);
            // The end of another thread with the same entry does this.
            Threads.CACHE[System.identityHashCode(Thread.currentThread()) & (Threads.CACHED - 1)] = Buffer.MUTE;
            noise(-1);
            try {
                fails(i);
            } catch (IllegalStateException e) {
                noise(-2);
            }
            if (i == 7) {
                try {
                    deep();
                } catch (StackOverflowError e) {
                    noise(-3);
                }
            }
            return Probe.newId(Probe.enter());
        } finally {
            Probe.resume(paused);
            Probe.resume(paused);
        }
    }

    private static void fails(int i) {
        Buffer paused = Probe.pause();
        try {
            check(Probe.claimId(Probe.enter()) < 1_000_000_000, "a number announced before a pause is not for it");
            throw new IllegalStateException();
        } finally {
            Probe.resume(paused);
            noise(i);
        }
    }

    private static void deep() {
        Buffer paused = Probe.pause();
        try {
            deep();
        } finally {
            Probe.resume(paused);
        }
    }

    private static void noise(int path) {
        Buffer b = Probe.enter();
        Probe.value(path, b);
        Probe.receiver(b, b);
        Probe.thrown(new Error(), b, path);
        for (int i = 0; i < 20; i++) {
            Probe.path(b, path);
        }
    }

    private static void check(boolean right, String what) {
        if (!right) {
            throw new AssertionError(what);
        }
    }

    private Pauses() {}
}
