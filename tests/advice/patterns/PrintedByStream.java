/** A stream prints its elements in order. */
public class PrintedByStream {
    public static void main(String[] args) {
        java.io.PrintStream out = new java.io.PrintStream(new java.io.ByteArrayOutputStream());
        java.util.stream.IntStream.range(0, 1000) // advice of stream: with-changes | not-known | reduction, edit none
            .map(i -> i * 7919 % 1009).forEach(i -> out.println(i));
        System.out.println("done");
    }
}
