/** An iterator in a field hands out numbers, which depend on each other. */
public class IteratorInField {
    final java.util.Iterator<Integer> at = java.util.stream.IntStream.iterate(1, x -> (x * x + 1) % 10007).iterator();

    int next() {
        return at.next();
    }

    public static void main(String[] args) throws Exception {
        IteratorInField own = new IteratorInField();
        int[] results = new int[1000];
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known | with-changes
            results[i] = own.next() * i % 31;
        }
        System.out.println(results[999]);
    }
}
