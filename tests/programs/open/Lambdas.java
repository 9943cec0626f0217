import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

/** Lambdas and method references: captured values, bound receivers, constructors, recursion. */
public class Lambdas {
    final int base;
    static Function<Integer, Integer> factorial;

    Lambdas(int base) {
        this.base = base;
    }

    int plus(int x) {
        return base + x;
    }

    static int fold(int n, int start, IntBinaryOperator op) {
        int r = start;
        for (int i = 1; i <= n; i++) {
            r = op.applyAsInt(r, i);
        }
        return r;
    }

    public static void main(String[] args) {
        int offset = 4;
        Function<Integer, Lambdas> make = Lambdas::new;
        Function<Integer, Integer> bound = make.apply(10)::plus;
        Supplier<Supplier<Integer>> nested = () -> () -> bound.apply(offset);
        factorial = n -> n < 2 ? 1 : n * factorial.apply(n - 1);
        System.out.println(fold(5, 0, (a, b) -> a * 2 + b) + " " + fold(6, 1, Math::max) + " " + nested.get().get());
        System.out.println(factorial.apply(7) + " " + bound.andThen(x -> x * offset).apply(1));
        Runnable r = () -> {
            throw new IllegalStateException("lambda");
        };
        try {
            r.run();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
