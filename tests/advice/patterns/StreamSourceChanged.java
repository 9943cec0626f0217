import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A function changes the array or list that the stream runs over. */
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
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            list.add(i);
        }
        int sumOfList = list.stream().mapToInt(x -> { // advice of stream: serial | not-known
            int y = work(x);
            if (x == 1) {
                list.set(2, y);
            }
            return y;
        }).sum();
        System.out.println(sum + sumOfList);
    }
}
