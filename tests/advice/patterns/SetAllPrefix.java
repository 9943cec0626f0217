import java.util.Arrays;

/** A function reads the element that the library has set before. */
public class SetAllPrefix {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        int[] numbers = new int[300];
        Arrays.setAll(numbers, i -> work(i) + (i == 0 ? 0 : numbers[i - 1])); // advice of stream: serial | not-known
        System.out.println(numbers[299]);
    }
}
