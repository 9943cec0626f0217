/** A list is copied between two additions of the same iteration. */
public class ListCopiedBetween {
    public static void main(String[] args) {
        java.util.List<Integer> kept = new java.util.ArrayList<>();
        java.util.List<Integer> copied = new java.util.ArrayList<>();
        for (int i = 0; i < 60; i++) { // advice: serial | not-known
            kept.add(i * 7919 % 1009);
            copied.addAll(kept);
            kept.add(-i);
        }
        System.out.println(copied.get(1000));
    }
}
