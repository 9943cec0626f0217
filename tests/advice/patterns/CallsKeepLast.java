/** Each call overwrites what the one before has left in an array, which is read when all are done. */
public class CallsKeepLast {
    static final int[] LAST = new int[8];

    static void work(int value) {
        int hash = value; // advice of calls: with-changes | private-copies
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        for (int j = 0; j < LAST.length; j++) {
            LAST[j] = hash + j;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 30; i++) {
            work(i);
        }
        int sum = 0;
        for (int last : LAST) {
            sum += last;
        }
        System.out.println(sum);
    }
}
