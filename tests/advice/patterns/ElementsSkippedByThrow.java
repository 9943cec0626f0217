/** An element is only taken if the check before does not throw: which element an iteration gets depends on those before. */
public class ElementsSkippedByThrow {
    static void check(int i) {
        if (i * 7919 % 1009 % 3 == 0) {
            throw new IllegalArgumentException();
        }
    }

    public static void main(String[] args) {
        java.util.List<Integer> all = new java.util.ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            all.add(i * 31 % 1009);
        }
        int[] taken = new int[10000];
        java.util.Iterator<Integer> elements = all.iterator();
        int i = 0;
        while (elements.hasNext()) { // advice: serial | not-known
            i++;
            try {
                check(i);
                taken[i] = elements.next();
            } catch (IllegalArgumentException e) {
                taken[i] = -1;
            }
        }
        System.out.println(i + taken[77]);
    }
}
