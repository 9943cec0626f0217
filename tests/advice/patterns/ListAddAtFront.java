/** Each element is put before all others: lists of several tasks, joined, are in another order. */
public class ListAddAtFront {
    public static void main(String[] args) {
        java.util.List<Integer> list = new java.util.ArrayList<>();
        for (int i = 0; i < 2000; i++) { // advice: with-changes | not-known
            list.add(0, i * i % 31);
        }
        System.out.println(list.get(7));
    }
}
