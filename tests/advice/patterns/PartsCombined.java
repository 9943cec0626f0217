import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Objects of the program that a method combines part by part, and methods that do something else besides. */
public class PartsCombined {
    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    record Vector(int x, int y) {
        Vector plus(Vector other) {
            return new Vector(x + other.x, y + other.y);
        }

        Vector minus(Vector other) {
            return new Vector(x - other.x, y - other.y);
        }

        Vector turned(Vector other) {
            return new Vector(x + other.y, y + other.x);
        }

        Vector half(Vector other) {
            return new Vector(x + other.x, y);
        }
    }

    static final class Statistics {
        private final int count;
        private final long sum;
        private final int greatest;

        Statistics(int count, long sum, int greatest) {
            this.count = count;
            this.sum = sum;
            this.greatest = greatest;
        }

        static Statistics merge(Statistics a, Statistics b) {
            return new Statistics(a.count() + b.count(), a.sum() + b.sum(), Math.max(a.greatest(), b.greatest()));
        }

        static Statistics other(Statistics a, Statistics b) {
            return new Statistics(Math.max(a.count(), b.count()), a.sum() + b.sum(), a.greatest() + b.greatest());
        }

        int count() {
            return count;
        }

        long sum() {
            return sum;
        }

        int greatest() {
            return greatest;
        }
    }

    /** Its constructor does not keep what it is given. */
    static final class Clipped {
        final int value;

        Clipped(int value) {
            this.value = value > 100 ? 7 : value;
        }

        Clipped plus(Clipped other) {
            return new Clipped(value + other.value);
        }
    }

    /** The parts change places. */
    static final class Swapped {
        final int a;
        final int b;

        Swapped(int a, int b) {
            this.a = b;
            this.b = a;
        }

        Swapped plus(Swapped other) {
            return new Swapped(a + other.a, b * other.b);
        }
    }

    /** What it combines may have been changed meanwhile. */
    static final class Changing {
        int value;

        Changing(int value) {
            this.value = value;
        }

        Changing plus(Changing other) {
            return new Changing(value + other.value);
        }
    }

    record Complex(double re, double im) {
        Complex plus(Complex other) {
            return new Complex(re + other.re(), im + other.im());
        }
    }

    record Money(BigDecimal amount) {
        Money add(Money other) {
            return new Money(amount.add(other.amount));
        }
    }

    static Vector shared = new Vector(0, 0);

    public static void main(String[] args) {
        int n = 100;
        Vector sum = new Vector(0, 0);
        for (int i = 0; i < n; i++) { // advice: reduction
            int h = mix(i, 60);
            sum = sum.plus(new Vector(h & 15, h >>> 4 & 15));
        }
        Statistics all = new Statistics(0, 0, Integer.MIN_VALUE);
        for (int i = 0; i < n; i++) { // advice: reduction
            int h = mix(i, 60);
            all = Statistics.merge(new Statistics(1, h, h), all);
        }
        Complex complex = new Complex(0, 0);
        for (int i = 0; i < n; i++) { // advice: reduction
            complex = complex.plus(new Complex(mix(i, 60), i));
        }
        Money money = new Money(BigDecimal.ZERO);
        for (int i = 0; i < n; i++) { // advice: reduction
            money = money.add(new Money(BigDecimal.valueOf(mix(i, 60), 2)));
        }
        for (int i = 0; i < n; i++) { // advice: reduction
            int h = mix(i, 60);
            shared = shared.plus(new Vector(h, i));
        }
        Map<Integer, Vector> byKey = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            int h = mix(i, 60);
            byKey.merge(h & 7, new Vector(h, i), Vector::plus);
        }
        Map<Integer, Vector> byLambda = new HashMap<>();
        for (int i = 0; i < n; i++) { // advice: reduction
            int h = mix(i, 60);
            byLambda.merge(h & 7, new Vector(h, i), (a, b) -> a.plus(b));
        }
        System.out.println(sum.x + all.count + all.sum + complex.re + money.amount.intValue() + shared.y);
        System.out.println(byKey.get(3).x + byLambda.get(3).x);

        // A difference takes turns with its sign.
        for (int i = 0; i < n; i++) { // advice: not-known | serial | overlapping
            sum = new Vector(mix(i, 60), i).minus(sum);
        }
        // The parts mix.
        for (int i = 0; i < n; i++) { // advice: not-known | serial | overlapping
            sum = sum.turned(new Vector(mix(i, 60), i));
        }
        // One part is kept.
        for (int i = 0; i < n; i++) { // advice: not-known | serial | overlapping
            sum = new Vector(mix(i, 60), i).half(sum);
        }
        // Two ways to combine do not go together.
        for (int i = 0; i < n; i++) { // advice: not-known | serial | overlapping
            int h = mix(i, 60);
            all = Statistics.merge(all, new Statistics(1, h, h));
            all = Statistics.other(all, new Statistics(2, h, i));
        }
        Clipped clipped = new Clipped(0);
        for (int i = 0; i < n; i++) { // advice: not-known | serial | overlapping
            clipped = clipped.plus(new Clipped(mix(i, 60) & 15));
        }
        Swapped swapped = new Swapped(0, 0);
        for (int i = 0; i < n; i++) { // advice: not-known | serial | overlapping
            swapped = swapped.plus(new Swapped(mix(i, 60) & 15, i));
        }
        Changing changing = new Changing(0);
        for (int i = 0; i < n; i++) { // advice: not-known | serial | overlapping
            changing = changing.plus(new Changing(mix(i, 60) & 15));
            changing.value /= 3;
        }
        // Each sum so far is seen.
        List<Vector> sums = new ArrayList<>();
        for (int i = 0; i < n; i++) { // advice: overlapping | serial | not-known
            sum = sum.plus(new Vector(mix(i, 60), i));
            sums.add(sum);
        }
        System.out.println(sum.x + all.sum + clipped.value + swapped.a + changing.value + sums.get(7).y);
    }
}
