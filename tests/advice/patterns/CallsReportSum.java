/** Calls add to a static field and look at it now and then, in a method that reports the sum at the end, too. */
public class CallsReportSum {
    static long total;
    static long seen;

    static void report() {
        seen = seen * 31 + total;
    }

    static void work(int value) {
        int hash = value; // advice of calls: serial
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        total += hash;
        if (value % 7 == 3) {
            report();
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 30; i++) {
            work(i);
        }
        report();
        System.out.println(seen);
    }
}
