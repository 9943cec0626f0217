import java.util.ArrayList;
import java.util.function.UnaryOperator;

/** Objects that `ArrayList.clone` copies: called through its type, by a method reference, on an object of an inner class. */
public class Clones {
    static class Counted extends ArrayList<Object> {
        int count;
    }

    class Inner extends ArrayList<Object> {
        int count;
    }

    static Object copy(ArrayList<Object> list) {
        return list.clone();
    }

    public static void main(String[] args) {
        Counted first = new Counted();
        first.count = 1;
        Inner inner = new Clones().new Inner();
        inner.count = 1;
        UnaryOperator<ArrayList<Object>> clone = list -> (ArrayList<Object>) list.clone();
        Counted[] copies = new Counted[40];
        Inner[] inners = new Inner[20];
        for (int i = 0; i < 20; i++) {
            copies[i] = (Counted) copy(first);
            copies[20 + i] = (Counted) clone.apply(first);
            inners[i] = (Inner) copy(inner);
        }
        for (int i = 0; i < copies.length; i++) { // independent
            copies[i].count += i;
        }
        for (int i = 0; i < inners.length; i++) { // independent
            inners[i].count += i;
        }
        System.out.println(first.count + copies[39].count + inners[19].count);
    }
}
