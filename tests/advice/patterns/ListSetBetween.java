/** An element of a list is changed between two additions of the same iteration. */
public class ListSetBetween {
    public static void main(String[] args) {
        java.util.List<Integer> kept = new java.util.ArrayList<>();
        kept.add(1);
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            kept.add(-i);
            int first = kept.get(0);
            kept.set(0, (first * first + i) % 10007);
            kept.add(i);
        }
        System.out.println(kept.get(0));
    }
}
