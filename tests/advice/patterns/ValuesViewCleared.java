/** A view of the values of a map shows what the iterations before have put. */
public class ValuesViewCleared {
    public static void main(String[] args) throws Exception {
        java.util.Map<Integer, Integer> map = new java.util.HashMap<>();
        java.util.Collection<Integer> values = map.values();
        int[] found = new int[600];
        for (int i = 0; i < 600; i++) { // advice: serial | not-known
            found[i] = values.contains(i / 2) ? 1 : 2;
            map.put(i, found[i] * i % 100);
        }
        System.out.println(found[599]);
    }
}
