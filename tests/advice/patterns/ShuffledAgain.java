/** A list is shuffled, sorted and reversed again and again. */
public class ShuffledAgain {
    public static void main(String[] args) throws Exception {
        java.util.List<Integer> list = new java.util.ArrayList<>();
        for (int i = 0; i < 50; i++) {
            list.add(i);
        }
        int[] firsts = new int[500];
        for (int i = 0; i < 500; i++) { // advice: serial | not-known
            java.util.Collections.swap(list, i % 50, list.get(0));
            java.util.Collections.reverse(list);
            firsts[i] = list.get(3);
        }
        System.out.println(firsts[499]);
    }
}
