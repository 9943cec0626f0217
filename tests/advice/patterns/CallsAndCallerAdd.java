/** A call and its caller add to the same list: a call that runs beside the caller mixes them up. */
public class CallsAndCallerAdd {
    static final java.util.List<Integer> ALL = new java.util.ArrayList<>();

    static void addHash(int value) {
        int hash = value; // advice of calls: future | with-changes | not-known
        for (int j = 0; j < 300; j++) {
            hash = (hash * 31 + j) % 10007;
        }
        ALL.add(hash);
    }

    public static void main(String[] args) {
        for (int i = 0; i < 40; i++) {
            addHash(i);
            ALL.add(-i);
        }
        System.out.println(ALL.get(3) + ALL.get(40));
    }
}
