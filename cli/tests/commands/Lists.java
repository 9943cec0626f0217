/** Twelve loops that could run in parallel, and loops of every kind whose rounds a developer can count. */
class Lists {
    static int[] data = new int[1000];

    public static void main(String[] args) {
        a(); b(); c(); d(); e(); f(); g(); h(); i(); j(); k(); l();
        kinds();
        System.out.println(data[7]);
    }

    static void a() { for (int n = 0; n < 1000; n++) data[n] += n; }
    static void b() { for (int n = 0; n < 1000; n++) data[n] += n; }
    static void c() { for (int n = 0; n < 1000; n++) data[n] += n; }
    static void d() { for (int n = 0; n < 1000; n++) data[n] += n; }
    static void e() { for (int n = 0; n < 1000; n++) data[n] += n; }
    static void f() { for (int n = 0; n < 1000; n++) data[n] += n; }
    static void g() { for (int n = 0; n < 1000; n++) data[n] += n; }
    static void h() { for (int n = 0; n < 1000; n++) data[n] += n; }
    static void i() { for (int n = 0; n < 1000; n++) data[n] += n; }
    static void j() { for (int n = 0; n < 1000; n++) data[n] += n; }
    static void k() { for (int n = 0; n < 1000; n++) data[n] += n; }
    static void l() { for (int n = 0; n < 1000; n++) data[n] += n; }

    static void kinds() {
        int n = 0;
        do {
            n++; // rounds 10
        } while (n < 10);
        n = 0;
        while (n < 1000 && data[n] >= 0) { // rounds 1000
            n++;
        }
        for (int m = 0; m < 100; m++) { // rounds 6
            if (m == 5) {
                break;
            }
        }
        while (true) { // rounds 0 or a few
            n--;
            if (n == 990) {
                break;
            }
        }
        int outer = 0;
        while (outer < 20) { // rounds 20
            int inner = 0;
            outer++;
            while (inner < 30) { // rounds 600
                inner++;
            }
        }
        java.util.List<Integer> list = java.util.List.of(1, 2, 3);
        for (int one : list) { // rounds 3
            n += one;
        }
        for (int m = 0; m < 100; m++) { if (m == 5) break; } // rounds 6
        for (int m = 0; m < 50; m++) if (data[m] < 0) break; // rounds 50
        for (outer = 0; outer < 5 || outer < 8 && data[outer] >= 0; outer++) if (outer > 70) break; // rounds 8
        for (int m = 0; m < 0; m++) { // rounds 0
            n++;
        }
        for (int m = 0; small(m); m++) { // rounds 4
            if (m % 2 == 0) {
                continue;
            }
            n++;
        }
        try {
            for (int m = 0; m < 50; m++) { // rounds 8
                data[m == 7 ? -1 : m]++;
            }
        } catch (ArrayIndexOutOfBoundsException expected) {
            n++;
        }
    }

    static boolean small(int m) {
        return m < 4;
    }
}
