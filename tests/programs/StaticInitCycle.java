/** Two classes whose initialisers need each other: one sees the other half done. */
public class StaticInitCycle {
    static class Hen {
        static int before = 1;
        static int eggs = Egg.hens + 10;
        static int after = Egg.seen;
    }

    static class Egg {
        static int seen = Hen.before * 100 + Hen.eggs;
        static int hens = seen + 5;
    }

    static class Self {
        static final Self ONLY = new Self();
        static int count = 7;
        final int counted;

        Self() {
            counted = count + 1;
            count++;
        }
    }

    public static void main(String[] args) {
        System.out.println(Hen.eggs + " " + Hen.after + " " + Egg.seen + " " + Egg.hens);
        System.out.println(Self.ONLY.counted + " " + Self.count);
    }
}
