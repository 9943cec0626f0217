/** Elements are generated from the one before. */
public class StreamGenerated {
    static int state = 1;

    public static void main(String[] args) {
        int sum = java.util.stream.IntStream.generate(() -> state = state * 31 % 10007) // advice of stream: serial | not-known, edit none
            .limit(2000).map(i -> i % 7).sum();
        System.out.println(sum);
    }
}
