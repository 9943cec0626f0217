/** A cell of a list is read, set, and read once more. */
public class LookedAtBeforeAndAfter {
    public static void main(String[] args) throws Exception {
        java.util.List<Integer> cell = new java.util.ArrayList<>();
        cell.add(1);
        int[] seen = new int[1000];
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            int last = cell.get(0);
            cell.set(0, (last * last + i) % 10007);
            seen[i] = cell.get(0);
        }
        System.out.println(seen[999]);
    }
}
