/** A read-only view of a list shows what is added to the list. */
public class ReadOnlyView {
    public static void main(String[] args) throws Exception {
        java.util.List<Integer> list = new java.util.ArrayList<>();
        java.util.List<Integer> view = java.util.Collections.unmodifiableList(list);
        list.add(1);
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            int last = view.get(view.size() - 1);
            list.add((last * last + i) % 10007);
        }
        System.out.println(view.get(1999));
    }
}
