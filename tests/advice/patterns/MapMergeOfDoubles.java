/** Sums of floating point numbers, merged by a lambda: they round differently in another order. */
public class MapMergeOfDoubles {
    public static void main(String[] args) {
        java.util.Map<Integer, Double> sums = new java.util.TreeMap<>();
        for (int i = 0; i < 2000; i++) { // advice: reduction via Map
            sums.merge(i * 7919 % 1009 % 50, i / 7.0, (a, b) -> a + b);
        }
        System.out.println(sums.get(7));
    }
}
