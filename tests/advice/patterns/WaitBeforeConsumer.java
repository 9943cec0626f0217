/** All items are produced by calls of their own, and then one method consumes them: it waits for all of them before it is called. */
public class WaitBeforeConsumer {
    static int[] items = new int[24];

    static void produce(int n, int round) {
        int hash = n + round; // advice of calls: with-changes
        for (int k = 0; k < 250; k++) {
            hash = hash * hash % 10007 + k;
        }
        items[n] = hash;
    }

    static int consume() {
        int all = 0;
        for (int k = 0; k < 250; k++) {
            all = all * 31 % 10007 + k;
        }
        for (int n = items.length - 1; n >= 0; n--) {
            all = all * 31 + items[n];
        }
        return all;
    }

    public static void main(String[] args) {
        int state = 0;
        for (int round = 0; round < 3; round++) {
            for (int n = 0; n < items.length; n++) {
                produce(n, round); // advice of sites: start before 30
            }
            state += consume();
        }
        System.out.println(state);
    }
}
