// Classes are loaded and initialised in the order of the plain run, each once, at the same place.

public class Order {
    static int step;

    static int say(String what) {
        System.out.println(++step + " " + what);
        return step;
    }

    static class A {
        static int a = say("A");
        int field;

        static void call() {
            say("A.call");
        }
    }

    static class B extends A {
        static int b = say("B, A.a is " + a);

        B() {
            say("new B");
        }
    }

    interface Lazy {
        int L = say("Lazy");

        default int lazy() {
            return L;
        }
    }

    static class C implements Lazy {
        static final int CONSTANT = 5;
        static final Integer BOXED = say("C");
    }

    static class Cycle1 {
        static int one = Cycle2.two + 1;
    }

    static class Cycle2 {
        static int two = Cycle1.one + 10;
    }

    static class Fails {
        static int[] cells = new int[2];

        static {
            say("Fails");
            cells[cells.length]++;
        }
    }

    public static void main(String[] args) {
        say("main");
        B[] none = new B[2];
        say("array of " + none.length);
        System.out.println(C.CONSTANT);
        A missing = null;
        try {
            missing.field++;
        } catch (NullPointerException e) {
            say("no A");
        }
        none[0] = new B();
        A.call();
        System.out.println(new C().lazy() + C.BOXED);
        System.out.println(Cycle1.one + " " + Cycle2.two);
        for (int i = 0; i < 2; i++) {
            try {
                System.out.println(Fails.cells.length);
            } catch (Throwable e) {
                System.out.println(e.getClass() + " " + e.getStackTrace().length);
            }
        }
    }
}
