/** Values are gathered in a set, and nothing depends on which of them are new. */
public class SetGather {
    public static void main(String[] args) {
        java.util.Set<Integer> values = new java.util.HashSet<>();
        for (int i = 0; i < 2000; i++) { // advice: reduction | with-changes
            values.add(i * i % 1009);
        }
        System.out.println(values.size());
    }
}
