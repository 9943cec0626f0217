/** A copy of a list shows what the iteration before has added. */
public class ListCopyChain {
    public static void main(String[] args) throws Exception {
        java.util.List<Integer> list = new java.util.ArrayList<>();
        list.add(1);
        for (int i = 1; i < 300; i++) { // advice: serial | not-known
            java.util.List<Integer> copy = new java.util.ArrayList<>(list);
            int last = copy.get(i - 1);
            list.add((last * last + i) % 10007);
        }
        System.out.println(list.get(299));
    }
}
