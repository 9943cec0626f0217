/** Values are merged into a map by a function that is not associative. */
public class MapMergeOrdered {
    static int mix(int old, int value) {
        return (old * old + value) % 10007;
    }

    public static void main(String[] args) {
        java.util.Map<Integer, Integer> mixed = new java.util.HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            mixed.merge(i % 3, i, MapMergeOrdered::mix);
        }
        System.out.println(mixed.get(1));
    }
}
