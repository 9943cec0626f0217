/** The caller clears the list that a call has read, and fills it again. */
public class CallsReadClearedList {
    static long hash(java.util.List<Integer> values) {
        long hash = 7; // advice of calls: future | with-changes | not-known | private-copies via java/util/List
        for (int round = 0; round < 20; round++) {
            for (int k = 0; k < values.size(); k++) {
                hash = hash * 31 + values.get(k);
            }
        }
        return hash;
    }

    public static void main(String[] args) {
        java.util.List<Integer> values = new java.util.ArrayList<>();
        long total = 0;
        for (int i = 0; i < 20; i++) {
            values.clear();
            for (int k = 0; k < 30; k++) {
                values.add(i * k % 31);
            }
            total ^= hash(values);
        }
        System.out.println(total);
    }
}
