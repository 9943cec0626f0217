/** Each iteration clears a part of a list, and adds at the end of the list itself. */
public class PartOfListCleared {
    public static void main(String[] args) {
        java.util.List<Integer> list = new java.util.ArrayList<>(java.util.List.of(3, 5, 8));
        int[] seen = new int[1000];
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            list.subList(0, 1).clear();
            list.add(list.get(0) * 31 + i & 0xff);
            seen[i] = list.get(1);
        }
        System.out.println(seen[3] + seen[999]);
    }
}
