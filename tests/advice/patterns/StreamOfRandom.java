/** A stream of random numbers with a seed: threads would draw from the generator in another order. */
public class StreamOfRandom {
    public static void main(String[] args) {
        int[] drawn = new java.util.Random(42).ints(2000, 0, 100) // advice of stream: not-known | with-changes, edit none
            .map(i -> i * i % 31).toArray();
        System.out.println(drawn[77]);
    }
}
