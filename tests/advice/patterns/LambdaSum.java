/** A lambda adds to the only element of an array, as Java demands it of captured variables. */
public class LambdaSum {
    public static void main(String[] args) {
        long[] sum = {0};
        java.util.function.IntConsumer add = value -> sum[0] += value;
        for (int i = 0; i < 3000; i++) { // advice: reduction
            add.accept(i * 7 % 31);
        }
        System.out.println(sum[0]);
    }
}
