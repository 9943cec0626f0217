import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** Values that go into lambdas and method references and come out: captured ones, boxed ones, through code in between and beside it. */
public class LambdaValues {
    interface Step extends Serializable {
        long step(int by, long from);

        default Step twice() {
            return (by, from) -> step(by, step(by, from));
        }
    }

    interface Named<T> extends Function<T, T> {
        default T apply(T value, int times) {
            T result = value;
            for (int i = 0; i < times; i++) {
                result = apply(result);
            }
            return result;
        }
    }

    static class Account {
        int balance;

        Account(int balance) {
            this.balance = balance;
        }

        int add(int amount) {
            return balance += amount;
        }

        Integer maybe(int amount) {
            return amount > balance ? null : Integer.valueOf(amount);
        }
    }

    static class Bonus extends Account {
        Bonus(int balance) {
            super(balance);
        }

        @Override
        int add(int amount) {
            return super.add(amount + 1);
        }
    }

    static int mix(int a, long b, double c, String d) {
        return (int) (a + 3 * b + (long) c) + d.length();
    }

    static int half(int x) {
        return x / 2;
    }

    static long chain(Step step, int rounds) {
        long value = 1;
        for (int i = 0; i < rounds; i++) {
            value = step.step(i, value);
        }
        return value;
    }

    /** The same interface in one class: what runs at once, what runs something in between, and what the library runs. */
    static void alike(List<Integer> all) {
        Consumer<Consumer<Integer>> each = all::forEach;
        int[] sum = {0};
        Consumer<Integer> adds = x -> sum[0] += x;
        Consumer<Consumer<Integer>> once = c -> c.accept(sum[0]);
        each.accept(adds);
        once.accept(adds);
        System.out.println(sum[0]);
    }

    static void captured(int a, long b, double c, String d) {
        Supplier<Integer> all = () -> mix(a, b, c, d);
        LongSupplier wide = () -> b + a;
        DoubleUnaryOperator scaled = x -> x * c + b;
        IntFunction<String> texts = i -> d + i + a;
        System.out.println(all.get() + " " + wide.getAsLong() + " " + scaled.applyAsDouble(a) + " " + texts.apply(7));
    }

    static void references() {
        Account account = new Account(10), bonus = new Bonus(20);
        IntUnaryOperator bound = account::add, overridden = bonus::add, fixed = LambdaValues::half;
        BiFunction<Account, Integer, Integer> unbound = Account::add;
        Function<Integer, Account> make = Account::new;
        ToIntFunction<Integer> unboxed = account::maybe;
        int sum = bound.applyAsInt(1) + overridden.applyAsInt(2) + fixed.applyAsInt(9) + unbound.apply(bonus, 3);
        System.out.println(sum + make.apply(5).balance + unboxed.applyAsInt(4));
        try {
            System.out.println(unboxed.applyAsInt(1000));
        } catch (NullPointerException e) {
            System.out.println("null is no int");
        }
    }

    static int thrown(IntBinaryOperator divides) {
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            try {
                sum += divides.applyAsInt(12, i);
            } catch (ArithmeticException e) {
                sum -= 100;
            }
        }
        return sum;
    }

    static long recursive(Function<Integer, Long> self, int n) {
        return n == 0 ? 1 : n * self.apply(n - 1);
    }

    static Function<Integer, Long> factorial;

    @SuppressWarnings("unchecked")
    static <T> T copied(T step) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(step);
        return (T) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    public static void main(String[] args) throws Exception {
        captured(1, 2, 3.5, "four");
        references();
        Step step = (by, from) -> from * 31 + by;
        System.out.println(chain(step, 12) + " " + chain(step.twice(), 5) + " " + chain(copied(step), 3));
        Function<Integer, Integer> next = x -> x + 1;
        Runnable marked = (Runnable & Serializable) () -> System.out.println("marked");
        marked.run();
        System.out.println(next.andThen(x -> x * 3).compose((Integer x) -> x - 1).apply(4));
        Named<Integer> named = x -> x * 2;
        System.out.println(named.apply(3, 4) + " " + named.apply(3) + " " + Function.<Integer>identity().apply(8));
        System.out.println(thrown((a, b) -> a / b));
        factorial = n -> recursive(factorial, n);
        System.out.println(factorial.apply(10));
        alike(new ArrayList<>(Arrays.asList(3, 1, 2)));
        Comparator<Integer> order = Comparator.comparing(x -> half(x));
        System.out.println(order.compare(9, 4) + " " + order.reversed().compare(9, 4));
    }
}
