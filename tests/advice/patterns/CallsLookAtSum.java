/** Calls add to a static field, and each looks at the sum after its own part. */
public class CallsLookAtSum {
    static long total;
    static int[] marks = new int[64];

    static long sum() {
        return total;
    }

    static void work(int value) {
        int hash = value; // advice of calls: serial
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        total += hash;
        marks[value] = (int) (sum() % 1000);
    }

    public static void main(String[] args) {
        for (int i = 0; i < 30; i++) {
            work(i);
        }
        long mixed = sum();
        for (int mark : marks) {
            mixed = mixed * 31 + mark;
        }
        System.out.println(mixed);
    }
}
