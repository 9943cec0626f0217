/** Each swap moves what earlier swaps have brought. */
public class ShuffledList {
    public static void main(String[] args) {
        java.util.List<Integer> cards = new java.util.ArrayList<>();
        for (int i = 0; i < 1000; i++) { // advice: reduction
            cards.add(i);
        }
        for (int i = 999; i > 0; i--) { // advice: serial | not-known
            java.util.Collections.swap(cards, i, i * 7919 % (i + 1));
        }
        System.out.println(cards.get(0) + " " + cards.get(999));
    }
}
