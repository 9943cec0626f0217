import java.util.*;

/** Loops over collections as programs have them: what they are for shows whether the JDK is traced or not. */
public class Orders {
    record Order(String customer, int amount) {}

    static int price(int amount) {
        int price = amount;
        for (int i = 0; i < 50; i++) {
            price = price * 31 + (price >>> 5);
        }
        return price;
    }

    static List<Order> read(int n) {
        List<Order> orders = new ArrayList<>();
        for (int i = 0; i < n; i++) { // reduction
            orders.add(new Order("c" + i % 17, price(i)));
        }
        return orders;
    }

    static Map<String, Integer> totals(List<Order> orders) {
        Map<String, Integer> totals = new TreeMap<>();
        for (Order order : orders) { // reduction
            totals.merge(order.customer(), price(order.amount()), Integer::sum);
        }
        return totals;
    }

    static int stream(List<Order> orders) {
        return orders.stream().mapToInt(order -> price(order.amount())).sum(); // stream
    }

    /** Each iteration sets an element of its own, which only a traced JDK shows. */
    static List<Integer> setOwn(int n) {
        List<Integer> all = new ArrayList<>(Collections.nCopies(n, 0));
        for (int i = 0; i < n; i++) { // independent element by element
            all.set(i, price(all.get(i) + i));
        }
        return all;
    }

    /** Nothing that the generator has drawn before shows in a field that it reads. */
    static int random(int n) {
        Random random = new Random(7);
        int sum = 0;
        for (int i = 0; i < n; i++) { // generator
            sum += price(random.nextInt());
        }
        return sum;
    }

    public static void main(String[] args) {
        List<Order> orders = read(400);
        System.out.println(totals(orders).hashCode() + " " + stream(orders) + " " + setOwn(400) + " " + random(400));
    }
}
