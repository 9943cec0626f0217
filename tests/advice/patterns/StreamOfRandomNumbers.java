import java.util.Arrays;
import java.util.stream.IntStream;

/** Elements take numbers of the one generator of `Math.random`: in parallel, others get them, and all wait for it. */
public class StreamOfRandomNumbers {
    static double sample(int i) {
        double inside = 0;
        for (int k = 0; k < 20; k++) {
            double x = Math.random();
            inside += x * x < 0.5 ? i % 3 : 1;
        }
        return inside;
    }

    public static void main(String[] args) {
        double[] all = IntStream.range(0, 1000).mapToDouble(i -> sample(i)).toArray(); // advice of stream: with-changes
        System.out.println(Arrays.stream(all).sum() > 0);
    }
}
