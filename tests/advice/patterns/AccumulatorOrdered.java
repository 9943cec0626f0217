/** An accumulator is given a function whose result depends on the order. */
public class AccumulatorOrdered {
    public static void main(String[] args) {
        var mixed = new java.util.concurrent.atomic.LongAccumulator((old, value) -> (old * 31 + value) % 10007, 1);
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            mixed.accumulate(i);
        }
        System.out.println(mixed.get());
    }
}
