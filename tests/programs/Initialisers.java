/** Instance initialisers, field initialisers, `this(...)` chains and their order. */
public class Initialisers {
    static int clock;
    final int first = ++clock;
    int second;
    final int[] table;
    long third = second + ++clock;

    {
        second = ++clock * 10;
        table = new int[first + 1];
        for (int i = 0; i < table.length; i++) {
            table[i] = second + i;
        }
    }

    Initialisers() {
        this(++clock);
        third += 1000;
    }

    Initialisers(int n) {
        this(n, n > 5 ? "big" : "small");
        second += n;
    }

    Initialisers(int n, String s) {
        super();
        third += n * s.length();
    }

    public static void main(String[] args) {
        long sum = 0;
        for (int i = 0; i < 3; i++) {
            Initialisers x = new Initialisers();
            sum = sum * 7 + x.first + x.second + x.third + x.table[x.table.length - 1];
            Initialisers y = new Initialisers(i * 5);
            sum = sum * 7 + y.second + y.third + y.table.length;
        }
        System.out.println(sum + " " + clock);
    }
}
