import java.util.List;
import java.util.SequencedCollection;
import java.util.stream.Gatherers;

/** Record patterns, switches over types with guards, unnamed variables, generic records, instance main methods. */
class Patterns {
    sealed interface Expr<T> {}

    record Constant<T>(T value) implements Expr<T> {}

    record Pair<T>(Expr<T> left, Expr<T> right) implements Expr<T> {}

    record Broken(int n) {
        public int n() {
            if (n < 0) {
                throw new IllegalStateException("broken");
            }
            return n;
        }
    }

    enum Colour {
        RED,
        GREEN
    }

    int depth = 1;

    int eval(Expr<Integer> expr) {
        return switch (expr) {
            case Constant<Integer>(var value) when value > 100 -> 100;
            case Constant<Integer>(var value) -> value;
            case Pair<Integer>(Constant<Integer>(var a), Constant<Integer>(var b)) -> a + b;
            case Pair<Integer>(var left, var right) -> eval(left) * eval(right) + depth++;
        };
    }

    String name(Object it) {
        return switch (it) {
            case null -> "null";
            case Colour.RED -> "red";
            case Colour colour -> "colour " + colour.ordinal();
            case Integer i when i > 10 -> "big";
            case Integer _ -> "int";
            case String s when s.isEmpty() -> "empty";
            case CharSequence s -> "text " + s.length();
            case int[] ints -> "ints " + ints.length;
            case Broken(int n) -> "whole " + n;
            case Pair<?>(_, Constant<?> c) -> "pair " + c.value();
            default -> it.getClass().getSimpleName();
        };
    }

    boolean same(Object a, Object b) {
        return a instanceof Constant<?>(Integer x) && b instanceof Constant<?>(Integer y) && x.equals(y);
    }

    void main() {
        Expr<Integer> tree = new Pair<>(new Pair<>(new Constant<>(2), new Constant<>(3)), new Constant<>(500));
        System.out.println(eval(tree) + " " + depth);
        Object[] all = {null, Colour.RED, Colour.GREEN, 5, 50, "", "abc", new StringBuilder("b"), new int[3], new Broken(1),
            new Pair<>(tree, new Constant<>(9)), 'x', List.of()};
        for (Object one : all) {
            System.out.println(name(one));
        }
        try {
            name(new Broken(-1));
        } catch (MatchException e) {
            System.out.println(e.getCause().getMessage());
        }
        System.out.println(same(new Constant<>(1), new Constant<>(1)) + " " + same(new Constant<>("x"), tree));
        SequencedCollection<Integer> list = List.of(1, 2, 3, 4, 5);
        System.out.println(list.reversed() + " " + list.stream().gather(Gatherers.windowFixed(2)).toList());
    }
}
