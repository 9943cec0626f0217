/** The result of each call chooses between two values, of which the next call gets one. */
public class CallChoosesNext {
    static int work(int seed) {
        int hash = seed; // advice of calls: serial
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    public static void main(String[] args) {
        int at = 1;
        for (int i = 0; i < 30; i++) { // advice: serial via at
            int result = work(at);
            System.setProperty("round", "" + i);
            at = result % 2 == 0 ? at + 3 : at + 1;
        }
        System.out.println(at);
    }
}
