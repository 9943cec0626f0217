/** Neighbours in an atomic array are read and written: atomic is not independent. */
public class AtomicArrayChain {
    public static void main(String[] args) {
        var cells = new java.util.concurrent.atomic.AtomicIntegerArray(2000);
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            int before = cells.get(i - 1);
            cells.set(i, (before * before + i) % 10007);
        }
        System.out.println(cells.get(1999));
    }
}
