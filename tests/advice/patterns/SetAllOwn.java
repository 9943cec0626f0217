import java.util.Arrays;

/** The library sets all elements to what a function computes from their indices. */
public class SetAllOwn {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int[] numbers = new int[300];
        Arrays.setAll(numbers, i -> work(i)); // advice of stream: independent
        System.out.println(numbers[299]);
    }
}
