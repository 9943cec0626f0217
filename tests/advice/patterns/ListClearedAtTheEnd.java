/** The last iteration clears a list that the others read. */
public class ListClearedAtTheEnd {
    public static void main(String[] args) throws Exception {
        java.util.List<Integer> list = new java.util.ArrayList<>(java.util.Collections.nCopies(1000, 7));
        int[] seen = new int[1000];
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            seen[i] = list.get(i) * i % 31;
            if (i == 999) {
                list.clear();
            }
        }
        System.out.println(seen[999] + list.size());
    }
}
