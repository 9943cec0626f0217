import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Two functions handle each element: one makes an object, the other one reads it. */
public class StreamOfRecords {
    static class Order {
        final int amount;

        Order(int amount) {
            this.amount = amount;
        }
    }

    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        List<Integer> ids = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            ids.add(i);
        }
        List<Integer> sizes = ids.stream() // advice of stream: independent
            .map(id -> new Order(work(id)))
            .map(order -> work(order.amount))
            .collect(Collectors.toList());
        System.out.println(sizes.get(299));
    }
}
