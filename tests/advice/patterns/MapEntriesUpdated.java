/** Each iteration replaces the value of its own entry. */
public class MapEntriesUpdated {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> values = new java.util.TreeMap<>();
        for (int i = 0; i < 1500; i++) { // advice: reduction | with-changes
            values.put(i, i * 7919 % 1009);
        }
        for (java.util.Map.Entry<Integer, Integer> entry : values.entrySet()) { // advice: independent | with-changes
            int value = entry.getValue();
            entry.setValue(value * value % 31 + value / 7);
        }
        System.out.println(values.get(1499));
    }
}
