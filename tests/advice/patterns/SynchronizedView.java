/** A synchronized view of a list shows what is added to the list. */
public class SynchronizedView {
    public static void main(String[] args) throws Exception {
        java.util.List<Integer> list = new java.util.ArrayList<>();
        java.util.List<Integer> view = java.util.Collections.synchronizedList(list);
        view.add(1);
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            int last = list.get(i - 1);
            view.add((last * last + i) % 10007);
        }
        System.out.println(list.get(1999));
    }
}
