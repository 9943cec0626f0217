/** Another method adds to the map between the reading and the writing of a count, which is lost if the keys are equal. */
public class MapCountInHelper {
    static final java.util.Map<Integer, Integer> COUNTS = new java.util.HashMap<>();

    static int alsoCount(int key) {
        COUNTS.merge(key, 5, Integer::sum);
        return 1;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            int key = i * 7919 % 1009 % 50;
            COUNTS.put(key, COUNTS.getOrDefault(key, 0) + alsoCount(i % 50));
        }
        System.out.println(COUNTS.get(7));
    }
}
