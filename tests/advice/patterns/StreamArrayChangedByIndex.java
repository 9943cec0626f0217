import java.util.Arrays;

/** Numbers in an array say which place to change, and the stream reads those places later. */
public class StreamArrayChangedByIndex {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int[] a = new int[400];
        for (int i = 0; i < 400; i++) {
            a[i] = i;
        }
        Arrays.stream(a).forEach(x -> a[(x + 1) % 400] = work(x) % 400); // advice of stream: not-known | serial | private-copies
        System.out.println(a[399]);
    }
}
