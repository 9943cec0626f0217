/** Counts in a map of the program that drops its eldest entry when it is full. */
public class LimitedCounts {
    static final class Counts extends java.util.LinkedHashMap<Integer, Integer> {
        @Override
        protected boolean removeEldestEntry(java.util.Map.Entry<Integer, Integer> eldest) {
            return size() > 20;
        }
    }

    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new Counts();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            counts.merge(i * 7919 % 1009 % 50, 1, Integer::sum);
        }
        System.out.println(counts);
    }
}
