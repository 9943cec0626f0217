/** Elements of an iterable of the program's own, which has no parallel stream of its own. */
public class IterableForEach {
    public static void main(String[] args) {
        int[] squares = new int[3000];
        Iterable<Integer> all = () -> java.util.stream.IntStream.range(0, 3000).iterator();
        all.forEach(i -> { // advice of stream: independent | not-known | none, edit none
            int value = i;
            for (int k = 0; k < 10; k++) {
                value = value * 31 % 10007;
            }
            squares[i] = value;
        });
        System.out.println(squares[77]);
    }
}
