import java.util.ArrayList;
import java.util.List;

/** The text and the hash of a record look at the list that the record has, which no call names: they are no reason to doubt builders. */
public class RecordsWithLists {
    record Order(int id, List<Integer> amounts) {}

    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static String apart(List<Order> orders) {
        StringBuilder text = new StringBuilder();
        for (Order order : orders) { // advice: reduction
            text.append(mix(order.hashCode(), 60)).append(',');
        }
        return text.toString();
    }

    /** Each order is shown as it is by then: the list of the first one grows. */
    static int shown(List<Order> orders) {
        Order first = orders.get(0);
        List<Integer> amounts = first.amounts();
        int sum = 0;
        for (Order order : orders) { // advice: serial | not-known | overlapping
            amounts.add(mix(order.id(), 60));
            sum += first.toString().length();
        }
        return sum;
    }

    public static void main(String[] args) {
        List<Order> orders = new ArrayList<>();
        for (int i = 0; i < 90; i++) {
            List<Integer> amounts = new ArrayList<>();
            for (int k = 0; k < i % 4; k++) {
                amounts.add(i * k);
            }
            orders.add(new Order(i, amounts));
        }
        System.out.println(apart(orders).length() + shown(orders));
    }
}
