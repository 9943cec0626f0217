/** Each iteration takes as many elements from a shared iterator as the first of them says. */
public class IteratorGroups {
    public static void main(String[] args) {
        java.util.List<Integer> sizes = new java.util.ArrayList<>();
        for (int i = 0; i < 1200; i++) { // advice: reduction | with-changes
            sizes.add(i * 7919 % 5);
        }
        java.util.Iterator<Integer> elements = sizes.iterator();
        int[] sums = new int[200];
        for (int i = 0; i < sums.length; i++) { // advice: serial | not-known
            int left = elements.next();
            while (left > 0) {
                sums[i] += elements.next();
                left--;
            }
        }
        System.out.println(sums[199]);
    }
}
