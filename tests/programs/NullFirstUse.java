/** Fields reached through null before their class is initialised: an access that throws initialises nothing. */
public class NullFirstUse {
    static class Lazy {
        static int uses = note("Lazy");
        int value;
        Lazy next;
    }

    static class Heir extends Lazy {
        static int more = note("Heir");
        long wide = 7;
    }

    static int notes;

    static int note(String name) {
        System.out.println("initialised " + name + " " + notes);
        return ++notes;
    }

    static long read(Lazy lazy, Heir heir) {
        long sum = 0;
        try {
            sum += lazy.value;
        } catch (NullPointerException e) {
            sum += 100;
        }
        try {
            heir.wide = 5;
            sum += heir.wide;
        } catch (NullPointerException e) {
            sum += 1000;
        }
        try {
            lazy.next.value++;
        } catch (NullPointerException e) {
            sum += 10000;
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(read(null, null));
        System.out.println(notes);
        System.out.println(read(new Lazy(), null));
        System.out.println(notes);
        System.out.println(read(null, new Heir()));
        System.out.println(notes);
    }
}
