import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

/** Enums: constants with bodies, `values`, `valueOf`, switches, `EnumMap` and `EnumSet`. */
public class Enums {
    enum Op {
        ADD("+") {
            int apply(int a, int b) {
                return a + b;
            }
        },
        MUL("*") {
            int apply(int a, int b) {
                return a * b;
            }
        };

        final String sign;

        Op(String sign) {
            this.sign = sign;
        }

        abstract int apply(int a, int b);
    }

    enum Color { RED, GREEN, BLUE }

    static String mood(Color c) {
        switch (c) {
            case RED: return "warm";
            case BLUE: return "cold";
            default: return "calm";
        }
    }

    public static void main(String[] args) {
        for (Op op : Op.values()) System.out.print(op + op.sign + op.apply(6, 7) + " ");
        Map<Color, Integer> count = new EnumMap<>(Color.class);
        for (int i = 0; i < 10; i++) count.merge(Color.values()[i * i % 3], i, Integer::sum);
        System.out.println(count + " " + EnumSet.complementOf(EnumSet.of(Color.RED)) + mood(Color.valueOf("GREEN")));
        try {
            Color.valueOf("PINK");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(mood(Color.RED) + Color.BLUE.compareTo(Color.RED)
            + Op.ADD.getDeclaringClass().getSimpleName());
    }
}
