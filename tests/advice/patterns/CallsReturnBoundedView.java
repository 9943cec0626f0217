/** A call returns a list that shows what later calls add. */
public class CallsReturnBoundedView {
    static final java.util.List<Integer> ALL = new java.util.ArrayList<>();

    static java.util.List<Integer> computed(int value) {
        int hash = value; // advice of calls: not-known | serial | with-changes
        for (int j = 0; j < 300; j++) {
            hash = (hash * 31 + j) % 10007;
        }
        ALL.add(hash);
        return ALL.subList(ALL.size() - 1, ALL.size());
    }

    public static void main(String[] args) {
        long sum = 0;
        for (int i = 0; i < 40; i++) { // advice: not-known | serial | reduction | with-changes
            sum += computed(i).get(0);
        }
        System.out.println(sum);
    }
}
