import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;

/** Nested generics, bridges, bounded types, generic varargs, text blocks, labelled loops over iterators. */
public class Generics {
    interface Visitor<R> {
        R leaf(int value);

        R node(Tree left, Tree right);
    }

    interface Tree {
        <R> R accept(Visitor<R> visitor);
    }

    record Leaf(int value) implements Tree {
        public <R> R accept(Visitor<R> visitor) {
            return visitor.leaf(value);
        }
    }

    record Node(Tree left, Tree right) implements Tree {
        public <R> R accept(Visitor<R> visitor) {
            return visitor.node(left, right);
        }
    }

    static class Box<T extends Comparable<T>> implements Comparable<Box<T>> {
        final T content;

        Box(T content) {
            this.content = content;
        }

        @Override
        public int compareTo(Box<T> other) {
            return content.compareTo(other.content);
        }
    }

    @SafeVarargs
    static <T> T fold(BinaryOperator<T> operator, Supplier<? extends T> none, T... values) {
        T result = none.get();
        for (T value : values) {
            result = operator.apply(result, value);
        }
        return result;
    }

    static <A, B, C> Function<A, C> then(Function<? super A, ? extends B> first, Function<? super B, ? extends C> second) {
        return a -> second.apply(first.apply(a));
    }

    public static void main(String[] args) {
        Tree tree = new Leaf(1);
        for (int i = 2; i < 7; i++) {
            tree = i % 2 == 0 ? new Node(tree, new Leaf(i)) : new Node(new Leaf(i), tree);
        }
        System.out.println(tree.accept(new Visitor<Integer>() {
            public Integer leaf(int value) {
                return value;
            }

            public Integer node(Tree left, Tree right) {
                return left.accept(this) - 2 * right.accept(this);
            }
        }));
        System.out.println(fold(Integer::sum, () -> 10, 1, 2, 3) + fold(String::concat, () -> "", "a", "b"));
        System.out.println(then((Integer x) -> x + 0.5, d -> d * 2L).apply(4));
        Deque<Box<String>> boxes = new ArrayDeque<>();
        for (String word : """
                some words
                in lines
                """.split("\\s+")) {
            boxes.addFirst(new Box<>(word));
        }
        System.out.println(boxes.stream().max(Comparator.naturalOrder()).map(box -> box.content).orElse("none"));
        outer:
        for (Box<String> a : boxes) {
            for (Box<String> b : boxes) {
                if (a.compareTo(b) < 0) {
                    continue outer;
                }
            }
            System.out.println(a.content);
            break outer;
        }
    }
}
