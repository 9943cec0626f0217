/** Calls add to a static field that their caller sets back now and then: the sum of all is not the value to have. */
public class CallsResetStatic {
    static long total;

    static void work(int value) {
        int hash = value; // advice of calls: serial
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        total += hash;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 30; i++) {
            if (i % 10 == 7) {
                total = 0;
            }
            work(i);
        }
        System.out.println(total);
    }
}
