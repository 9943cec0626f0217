/** The result of each call is the argument of the next. */
public class CallUsedAtOnce {
    static int work(int seed) {
        int hash = seed; // advice of calls: serial
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    public static void main(String[] args) {
        int value = 1;
        for (int i = 0; i < 30; i++) { // advice: serial via value
            value = work(value);
        }
        System.out.println(value);
    }
}
