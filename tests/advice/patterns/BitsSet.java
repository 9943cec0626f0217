import java.util.BitSet;
import java.util.Vector;

/** Bits that iterations set, and lists of which each iteration replaces its own element; with those that look at the others'. */
public class BitsSet {
    static int work(int start) {
        int x = start;
        for (int k = 0; k < 40; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }

    public static void main(String[] args) {
        int n = 300;
        BitSet seen = new BitSet();
        for (int i = 0; i < n; i++) { // advice: reduction
            seen.set(work(i) & 1023);
        }
        BitSet ranges = new BitSet();
        for (int i = 0; i < n; i++) { // advice: reduction
            int from = work(i) & 1023;
            ranges.set(from, from + 5);
        }
        Vector<Integer> list = new Vector<>();
        for (int i = 0; i < n; i++) { // advice: independent | reduction | private-copies
            list.addElement(work(i));
        }
        for (int i = 0; i < list.size(); i++) { // advice: independent
            list.setElementAt(work(list.elementAt(i)), i);
        }
        System.out.println(seen.cardinality() + ranges.cardinality() + list.elementAt(7));

        BitSet once = new BitSet();
        int twice = 0;
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            int bit = work(i) & 127;
            twice += once.get(bit) ? work(i) : 0;
            once.set(bit);
        }
        BitSet mixed = new BitSet();
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            mixed.set(work(i) & 127);
            if (work(i) % 3 == 0) {
                mixed.clear(work(i + 1) & 127);
            }
        }
        BitSet flipped = new BitSet();
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            flipped.set(work(i) & 127);
            flipped.flip(work(i + 1) & 127);
        }
        for (int i = 1; i < list.size(); i++) { // advice: serial | not-known
            list.setElementAt(work(list.elementAt(i - 1)), i);
        }
        System.out.println(twice + mixed.cardinality() + flipped.cardinality() + list.elementAt(7));
    }
}
