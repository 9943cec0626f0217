/** Statements before super() and this(): checks, calls, loops, conditions, switches, fields of this, exceptions (JEP 513). */
public class FlexibleConstructors {
    static int made;
    static int[] table = {3, 1, 2};

    static class Base {
        final int value;

        Base(int value) {
            this.value = value;
            made++;
            init();
        }

        void init() {}
    }

    static int twice(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("negative " + n);
        }
        return 2 * n;
    }

    static class Checked extends Base {
        final int seen;
        final int[] kept;
        int after;

        Checked(int n) {
            if (n > 100) {
                throw new IllegalArgumentException("large " + n);
            }
            int sum = 0;
            for (int i = 0; i < n; i++) {
                sum += table[i % table.length] * twice(i);
            }
            seen = sum;
            kept = new int[] {n, sum};
            super(sum + n);
            after = kept[1] + seen + value;
        }

        @Override
        void init() {
            made += seen + kept.length;
        }
    }

    static class Chosen extends Base {
        final String name;

        Chosen(String name) {
            int value;
            switch (name) {
                case "one" -> value = 1;
                case "two" -> value = table[2];
                default -> {
                    value = Integer.parseInt(name);
                }
            }
            this.name = name + value;
            super(value);
        }

        Chosen(int n) {
            int left = n;
            while (left > 9) {
                left = left / table[0];
            }
            this("" + left);
        }
    }

    static class Guarded extends Base {
        final int found;

        Guarded(String text) {
            int n;
            try {
                n = Integer.parseInt(text);
            } catch (NumberFormatException e) {
                n = -1;
            }
            int m = 0;
            try {
                m = twice(n);
            } catch (IllegalArgumentException e) {
                m = e.getMessage().length();
            } finally {
                made++;
            }
            found = n;
            super(m);
        }
    }

    static class Looped extends Base {
        final int rounds;

        Looped(int[] all, int index) {
            int done = 0;
            for (int i = 0; i < 5; i++) {
                try {
                    done += all[index + i] / (i - 2);
                } catch (ArithmeticException e) {
                    done += 100;
                } catch (IndexOutOfBoundsException e) {
                    done += 1000;
                    break;
                }
            }
            synchronized (table) {
                done += table[0];
            }
            rounds = done;
            super(done);
        }
    }

    class Inner extends Base {
        final int sum;

        Inner(int n) {
            int s = value0 + n;
            class Local {
                int get() {
                    return n + table[1];
                }
            }
            sum = s + new Local().get();
            super(s);
        }

        class Deep extends Inner {
            final int more;

            Deep(Integer n) {
                more = n + value0;
                super(n);
            }
        }
    }

    final int value0 = 7;

    static class Lambdas extends Base {
        final java.util.function.IntSupplier supplier;

        Lambdas(int n) {
            java.util.function.IntUnaryOperator f = x -> x + n;
            int r = f.applyAsInt(4);
            supplier = () -> r * 2;
            super(r);
        }
    }

    static class Early extends Base {
        int a;
        int b;

        Early(Object o) {
            java.util.Objects.requireNonNull(o);
            int h = o.hashCode();
            b = h;
            a = twice(h);
            super(h);
        }
    }

    record Range(int low, int high) {
        Range(int high) {
            if (high < 0) {
                throw new IllegalArgumentException("range");
            }
            int low = Math.min(0, high);
            this(low, high);
        }
    }

    enum Level {
        LOW(1),
        HIGH("12");

        final int n;

        Level(int n) {
            this.n = n;
        }

        Level(String s) {
            int n = Integer.parseInt(s);
            this(n * 2);
        }
    }

    interface Maker {
        Object make();
    }

    static void attempt(Maker maker) {
        try {
            System.out.println(maker.make().getClass().getSimpleName());
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + " " + (e instanceof NullPointerException ? "" : e.getMessage()));
        }
    }

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 5, 101}) {
            attempt(() -> new Checked(n));
        }
        for (String s : new String[] {"one", "two", "5", "x"}) {
            attempt(() -> new Chosen(s));
            attempt(() -> new Guarded(s));
        }
        attempt(() -> new Guarded("-3"));
        attempt(() -> new Chosen(1000));
        int[] all = {1, 2, 3, 4, 5, 6};
        attempt(() -> new Looped(all, 0));
        attempt(() -> new Looped(all, 3));
        attempt(() -> new Looped(null, 3));
        FlexibleConstructors outer = new FlexibleConstructors();
        attempt(() -> outer.new Inner(3));
        attempt(() -> outer.new Inner(3).new Deep(4));
        attempt(() -> outer.new Inner(3).new Deep(null));
        attempt(() -> ((FlexibleConstructors) null).new Inner(3));
        attempt(() -> new Lambdas(3));
        attempt(() -> new Early("x"));
        attempt(() -> new Early(null));
        attempt(() -> new Range(3));
        attempt(() -> new Range(-3));
        System.out.println(Level.HIGH.n + Level.LOW.n + " " + made);
    }
}
