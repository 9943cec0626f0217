import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Two functions handle each element, but all elements through the same object. */
public class StreamOfOneRecord {
    static class Order {
        int amount;

        Order set(int amount) {
            this.amount = amount;
            return this;
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
        Order shared = new Order();
        List<Integer> sizes = ids.stream() // advice of stream: private-copies | not-known | with-changes via amount
            .map(id -> shared.set(work(id)))
            .map(order -> work(order.amount))
            .collect(Collectors.toList());
        System.out.println(sizes.get(299));
    }
}
