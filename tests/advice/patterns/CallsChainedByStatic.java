/** Each call starts from what the last one left in a static field. */
public class CallsChainedByStatic {
    static int acc = 1;

    static void work(int value) {
        int hash = acc; // advice of calls: serial via acc
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + value;
        }
        acc = hash;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 30; i++) { // advice: serial via acc
            work(i);
        }
        System.out.println(acc);
    }
}
