/** Few iterations clear a list; all others read what was in it before the loop. */
public class ListClearedByFew {
    public static void main(String[] args) {
        java.util.List<Integer> list = new java.util.ArrayList<>(java.util.List.of(3, 5));
        int[] seen = new int[1000];
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            if (i % 100 == 99) {
                list.clear();
            }
            seen[i] = list.size() * i % 31;
        }
        System.out.println(seen[3] + seen[999]);
    }
}
