/** The library swaps neighbours of a list: the first element wanders to the end. */
public class SwappedInList {
    public static void main(String[] args) {
        java.util.List<Integer> list = new java.util.ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            list.add(i);
        }
        for (int i = 1; i < 1000; i++) { // advice: serial | not-known
            if (i * 7919 % 1009 > 100) {
                java.util.Collections.swap(list, i - 1, i);
            }
        }
        System.out.println(list.get(500) + list.get(999));
    }
}
