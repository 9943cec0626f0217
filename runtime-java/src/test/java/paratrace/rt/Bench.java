package paratrace.rt;

import java.io.File;
import java.util.Random;

/** Prints what a probe costs, in nanoseconds beyond an empty loop, and how fast columns are encoded. Not a pass/fail test. */
public final class Bench {
    static int sink;

    public static void main(String[] args) throws Exception {
        if (args.length > 0 && args[0].equals("encode")) {
            encode();
            return;
        }
        if (args.length > 0 && args[0].equals("stamps")) {
            stamps();
            return;
        }
        int n = 100_000_000;
        for (int round = 0; round < 4; round++) {
            double empty = empty(n);
            double events = events(n) - empty;
            double entering = entering(n) - empty;
            double both = both(n / 4) - empty;
            double ids = ids(n) - empty;
            double objects = objects(n / 4) - empty;
            System.out.printf("empty %.2f ns | path+value %.2f | enter %.2f | enter+path+value (call) %.2f | newId %.2f"
                    + " | receiver+path %.2f%n", empty, events, entering, both, ids, objects);
        }
    }

    static double empty(int n) {
        long t = System.nanoTime();
        int x = sink;
        for (int i = 0; i < n; i++) {
            x = x * 31 + i;
        }
        sink = x;
        return (System.nanoTime() - t) / (double) n;
    }

    static double events(int n) {
        Buffer b = Probe.enter();
        long t = System.nanoTime();
        int x = sink;
        for (int i = 0; i < n; i++) {
            x = x * 31 + i;
            Probe.value(i, b);
            Probe.path(b, 7);
        }
        sink = x;
        return (System.nanoTime() - t) / (double) n;
    }

    static double entering(int n) {
        long t = System.nanoTime();
        int x = sink;
        for (int i = 0; i < n; i++) {
            x = x * 31 + i + Probe.enter().takenControl;
        }
        sink = x;
        return (System.nanoTime() - t) / (double) n;
    }

    static double both(int n) {
        long t = System.nanoTime();
        int x = sink;
        for (int i = 0; i < n; i++) {
            x = x * 31 + i;
            Buffer b = Probe.enter();
            Probe.value(i, b);
            Probe.path(b, 7);
        }
        sink = x;
        return (System.nanoTime() - t) / (double) n;
    }

    static double ids(int n) {
        Buffer b = Probe.enter();
        long t = System.nanoTime();
        int x = sink;
        for (int i = 0; i < n; i++) {
            x = x * 31 + i + Probe.newId(b);
            if ((i & 0xFFFFF) == 0) {
                b.nextId = 0; // The benchmark must not use up the numbers.
            }
        }
        sink = x;
        return (System.nanoTime() - t) / (double) n;
    }

    static double objects(int n) {
        Buffer b = Probe.enter();
        Object o = new java.util.ArrayList<Object>();
        long t = System.nanoTime();
        int x = sink;
        for (int i = 0; i < n; i++) {
            x = x * 31 + i;
            Probe.receiver(o, b);
            Probe.path(b, 7);
        }
        sink = x;
        return (System.nanoTime() - t) / (double) n;
    }

    interface Body {
        long run(int n);
    }

    /** Nanoseconds of one stamp on each of so many threads, from the counter, from the clock, and as the probe takes it. */
    static void stamps() throws Exception {
        Body probe = n -> {
            Buffer b = Probe.enter();
            for (int i = 0; i < n; i++) {
                Probe.acquired(b);
            }
            return b.stamp;
        };
        Body counter = n -> {
            long x = 0;
            for (int i = 0; i < n; i++) {
                x ^= Stamps.next();
            }
            return x;
        };
        Body clock = n -> {
            long x = 0;
            for (int i = 0; i < n; i++) {
                x ^= System.nanoTime();
            }
            return x;
        };
        for (int round = 0; round < 4; round++) {
            System.out.printf("probe, alone %.2f ns", timed(1, 20_000_000, probe));
            for (int threads : new int[] {1, 2, 4}) {
                System.out.printf(" | %d threads: counter %.1f, clock %.1f, probe %.1f", threads,
                        timed(threads, 5_000_000, counter), timed(threads, 5_000_000, clock), timed(threads, 2_000_000, probe));
            }
            System.out.println();
        }
    }

    private static double timed(int threads, int n, Body body) throws Exception {
        Thread[] all = new Thread[threads];
        long t = System.nanoTime();
        for (int i = 0; i < threads; i++) {
            all[i] = new Thread(() -> sink += (int) body.run(n));
            all[i].start();
        }
        for (Thread each : all) {
            each.join();
        }
        return (System.nanoTime() - t) / (double) n;
    }

    static void encode() {
        Random random = new Random(1);
        int n = Limits.FULL_COLUMN;
        String[] names = {"constant", "stride", "loop of 50 paths", "array walk (hash, index)", "mixed", "random"};
        Columns columns = new Columns();
        java.util.zip.Checksum crc = Crc32c.newInstance();
        java.util.zip.Checksum own = new Crc32c();
        Encoder encoder = new Encoder();
        byte[] out = new byte[Encoder.bound(n)];
        for (int kind = 0; kind < names.length; kind++) {
            int[] v = new int[n];
            for (int i = 0; i < n; i++) {
                switch (kind) {
                    case 0: v[i] = 42; break;
                    case 1: v[i] = 3 * i; break;
                    case 2: v[i] = 1000 + i * i % 50; break;
                    case 3: v[i] = (i & 1) == 0 ? 0x1234567 : i / 2; break;
                    case 4: v[i] = random.nextInt(10) < 7 ? 1000 + i % 20 : random.nextInt(5000); break;
                    default: v[i] = random.nextInt();
                }
            }
            int rounds = 1500;
            double[] best = {0, 0, 0};
            int[] size = new int[3];
            for (int repeat = 0; repeat < 3; repeat++) {
                long t = System.nanoTime();
                for (int i = 0; i < rounds; i++) {
                    size[0] = encoder.encode(v, 0, n, out, 0);
                }
                best[0] = Math.max(best[0], rounds * 4e3 * n / (System.nanoTime() - t));
                t = System.nanoTime();
                for (int i = 0; i < rounds / 4; i++) {
                    columns.begin(1);
                    columns.add(Format.COLUMN_DATA, v, 0, n, false);
                    size[1] = columns.length;
                }
                best[1] = Math.max(best[1], rounds / 4 * 4e3 * n / (System.nanoTime() - t));
                t = System.nanoTime();
                for (int i = 0; i < rounds / 4; i++) {
                    own.reset();
                    own.update(out, 0, out.length);
                }
                best[2] = Math.max(best[2], rounds / 4 * 1e3 * out.length / (System.nanoTime() - t));
            }
            System.out.printf("%-26s predicted %6.0f MB/s (%.3f of raw) | with Deflate %6.0f MB/s (%.3f) | own CRC %.0f MB/s%n",
                    names[kind], best[0], size[0] / (4.0 * n), best[1], size[1] / (4.0 * n), best[2]);
        }
    }
}
