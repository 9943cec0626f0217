/** Elements are removed while the iterator walks: each removal moves what the next step reads. */
public class IteratorRemoval {
    public static void main(String[] args) {
        java.util.List<Integer> values = new java.util.ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            values.add(i * 7919 % 1009);
        }
        java.util.Iterator<Integer> each = values.iterator();
        while (each.hasNext()) { // advice: serial | not-known | search | scan
            int value = each.next();
            if (value % 3 == 0) {
                each.remove();
            }
        }
        System.out.println(values.size());
    }
}
