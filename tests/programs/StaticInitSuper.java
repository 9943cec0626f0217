/** Super classes first; a sub class's static read through the sub class starts only the owner. */
public class StaticInitSuper {
    static String log = "";

    static class A {
        static int a = note("A", 1);

        static int note(String who, int v) {
            log = log + who;
            return v;
        }
    }

    static class B extends A {
        static int b = note("B", a + 1);
    }

    static class C extends B {
        static int c = note("C", b + 1);
        int field = c;
    }

    static class D extends C {
        static int d = note("D", 9);
    }

    public static void main(String[] args) {
        C[] none = new C[2];
        C nothing = none[0];
        System.out.println(log + "|" + (nothing instanceof C));
        System.out.println(D.a + log);
        System.out.println(new C().field + log);
        D.d = 5;
        System.out.println(D.d + log);
    }
}
