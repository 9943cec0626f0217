/** Generics: bridge methods, casts the compiler adds, covariant results. */
public class BridgeGenerics {
    interface Function<A, B> {
        B apply(A a);
    }

    static abstract class Source<T> {
        abstract T next();

        T skip(int n) {
            for (int i = 0; i < n; i++) {
                next();
            }
            return next();
        }
    }

    static class Numbers extends Source<Integer> {
        int at;

        Integer next() {
            return at++ * at;
        }
    }

    static class Mapped<T, R> extends Source<R> {
        final Source<T> from;
        final Function<T, R> with;

        Mapped(Source<T> from, Function<T, R> with) {
            this.from = from;
            this.with = with;
        }

        R next() {
            return with.apply(from.next());
        }
    }

    static class Describe implements Function<Integer, String> {
        public String apply(Integer i) {
            return "<" + i + ">";
        }
    }

    public static void main(String[] args) {
        Source<String> s = new Mapped<>(new Numbers(), new Describe());
        System.out.println(s.next() + s.skip(2) + s.skip(5));
        Function<Integer, String> f = new Describe();
        System.out.println(f.apply(9).length());
    }
}
