/** The function that would join the parts of several threads does nothing: without threads, nobody calls it. */
public class CollectWithoutCombiner {
    public static void main(String[] args) {
        java.util.List<Integer> all = java.util.stream.IntStream.range(0, 2000) // advice of stream: not-known, edit none
            .map(i -> i * 7919 % 1009)
            .boxed()
            .collect(java.util.ArrayList::new, java.util.ArrayList::add, (a, b) -> { });
        System.out.println(all.size());
    }
}
