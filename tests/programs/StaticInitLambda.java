import java.util.function.IntUnaryOperator;

/** Lambdas run the initialisers of interfaces that have default methods, when the first object is made. */
public class StaticInitLambda {
    static int next;

    static int number(int step) {
        next = next * 3 + step;
        return next;
    }

    interface WithDefault {
        int START = number(1);

        int apply(int x);

        default int twice(int x) {
            return apply(apply(x));
        }
    }

    /** It has none of its own, but what it extends has. */
    interface Below extends WithDefault {}

    interface Above {
        int START = number(2);

        default int plus(int x) {
            return x + START;
        }
    }

    interface BelowAbove extends Above {
        int get(int x);
    }

    /** Only its field runs the initialiser. */
    interface WithoutDefault {
        int START = number(5);

        int apply(int x);
    }

    interface ByReference extends IntUnaryOperator {
        int START = number(7);

        default int shifted(int x) {
            return applyAsInt(x) << START % 3;
        }
    }

    static int capture(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            int captured = i;
            BelowAbove made = x -> x + captured;
            sum += made.get(i) + made.plus(1);
        }
        return sum;
    }

    public static void main(String[] args) {
        int before = number(0) + 1;
        WithoutDefault plain = x -> x + 1;
        int sum = plain.apply(before) + next;
        Below below = x -> x * 2;
        sum = sum * 31 + next + below.twice(3);
        sum = sum * 31 + capture(4) + next;
        ByReference reference = StaticInitLambda::number;
        sum = sum * 31 + next + reference.shifted(2);
        sum = sum * 31 + WithoutDefault.START + WithDefault.START + Above.START + ByReference.START;
        System.out.println(sum);
    }
}
