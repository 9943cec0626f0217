import java.util.Arrays;

/** Functions write to another array than the one that the stream runs over. */
public class StreamSourceKept {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int[] numbers = new int[300];
        int[] seen = new int[300];
        for (int i = 0; i < 300; i++) {
            numbers[i] = i;
        }
        int sum = Arrays.stream(numbers).map(x -> { // advice of stream: independent
            seen[x] = work(x);
            return seen[x];
        }).sum();
        System.out.println(sum + seen[7]);
    }
}
