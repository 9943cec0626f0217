/** A stream over an array is made before the iterations. */
public class ArrayStreamKept {
    public static void main(String[] args) throws Exception {
        int[] numbers = new int[1000];
        numbers[0] = 1;
        java.util.PrimitiveIterator.OfInt at = java.util.Arrays.stream(numbers).iterator();
        for (int i = 1; i < 1000; i++) { // advice: serial | not-known | with-changes
            int last = at.nextInt();
            numbers[i] = (last * last + i) % 10007;
        }
        System.out.println(numbers[999]);
    }
}
