/** Anonymous and local classes with captured variables and captured parameters. */
public class AnonymousClasses {
    interface Step {
        int next(int x);
    }

    int scale = 3;

    Step scaled(final int plus) {
        return new Step() {
            int calls;

            public int next(int x) {
                calls++;
                return x * scale + plus + calls;
            }
        };
    }

    static Step compose(final Step a, final Step b) {
        class Both implements Step {
            public int next(int x) {
                return b.next(a.next(x));
            }
        }
        return new Both();
    }

    public static void main(String[] args) {
        AnonymousClasses o = new AnonymousClasses();
        Step s = o.scaled(2);
        Step t = compose(s, new Step() {
            public int next(int x) {
                return x & 1023;
            }
        });
        int v = 1;
        for (int i = 0; i < 20; i++) {
            v = t.next(v);
            if (i == 10) {
                o.scale = 5;
            }
        }
        System.out.println(v + " " + s.next(0));
    }
}
