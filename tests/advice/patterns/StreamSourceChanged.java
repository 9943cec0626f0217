import java.util.Arrays;

/** A function changes the array that the stream runs over. */
public class StreamSourceChanged {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int[] numbers = new int[300];
        numbers[0] = 1;
        int sum = Arrays.stream(numbers).map(x -> { // advice of stream: serial | not-known
            int y = work(x);
            if (x == 1) {
                numbers[1] = y;
            }
            return y;
        }).sum();
        System.out.println(sum);
    }
}
