/** A filter remembers what it has seen: which of several equal elements goes on depends on the order. */
public class StreamDistinctByHand {
    public static void main(String[] args) {
        java.util.Set<Integer> seen = new java.util.HashSet<>();
        int hash = java.util.stream.IntStream.range(0, 2000) // advice of stream: serial | not-known, edit none
            .filter(i -> seen.add(i * 7919 % 1009 % 300)).map(i -> i * 31 % 1009).sum();
        System.out.println(hash);
    }
}
