/** A list iterator sets what the next iteration reads from the list. */
public class IteratorSets {
    public static void main(String[] args) throws Exception {
        java.util.List<Integer> list = new java.util.ArrayList<>(java.util.Collections.nCopies(2000, 1));
        java.util.ListIterator<Integer> at = list.listIterator();
        at.next();
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            int last = list.get(i - 1);
            at.next();
            at.set((last * last + i) % 10007);
        }
        System.out.println(list.get(1999));
    }
}
