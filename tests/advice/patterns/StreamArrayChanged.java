import java.util.Arrays;

/** Each element writes the place of the array that the stream reads next. */
public class StreamArrayChanged {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int[] a = new int[400];
        int[] next = {1};
        Arrays.stream(a).forEach(x -> a[Math.min(399, next[0]++)] = work(x + 1)); // advice of stream: not-known | serial
        System.out.println(a[399]);
    }
}
