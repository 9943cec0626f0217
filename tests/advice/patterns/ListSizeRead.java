/** The size of the list that is filled decides what is stored elsewhere. */
public class ListSizeRead {
    public static void main(String[] args) {
        java.util.List<Integer> kept = new java.util.ArrayList<>();
        int[] place = new int[3000];
        for (int i = 0; i < place.length; i++) { // advice: scan | serial | not-known
            if (i * 7919 % 1009 > 500) {
                kept.add(i);
            }
            place[i] = kept.size();
        }
        System.out.println(place[2999] + kept.get(5));
    }
}
