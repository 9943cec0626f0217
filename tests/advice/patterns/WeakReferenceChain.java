/** A reference leads to an array that carries a value. */
public class WeakReferenceChain {
    public static void main(String[] args) throws Exception {
        int[] cell = {1};
        java.lang.ref.WeakReference<int[]> reference = new java.lang.ref.WeakReference<>(cell);
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            int last = reference.get()[0];
            cell[0] = (last * last + i) % 10007;
        }
        System.out.println(cell[0]);
    }
}
