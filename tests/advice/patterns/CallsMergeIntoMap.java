/** Each call counts its result in a map that all share: it takes more than to start the calls early. */
public class CallsMergeIntoMap {
    static final java.util.Map<Integer, Integer> COUNTS = new java.util.HashMap<>();

    static void work(int value) {
        int hash = value; // advice of calls: with-changes | reduction via Map
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        COUNTS.merge(hash % 10, 1, Integer::sum);
    }

    public static void main(String[] args) {
        for (int i = 0; i < 30; i++) { // advice: reduction via Map
            work(i);
        }
        int rest = 1;
        for (int i = 0; i < 5000; i++) { // advice: serial
            rest = rest * rest % 10007 + i;
        }
        System.out.println(COUNTS.size() + rest);
    }
}
