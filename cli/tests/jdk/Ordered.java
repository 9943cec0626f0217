import java.util.Arrays;

/** Each iteration needs what a call of the library has done in the one before, or must not change what that still reads. */
public class Ordered {
    /** An element decides what all elements become. */
    static int filled() {
        int[] numbers = new int[100];
        for (int i = 1; i < 1000; i++) { // in order
            int last = numbers[i % 100];
            Arrays.fill(numbers, (last * last + i) % 10007);
        }
        return numbers[1];
    }

    /** The next iteration changes an element that this one still reads. */
    static int hashed() {
        int[] numbers = new int[500];
        int[] hashes = new int[500];
        for (int i = 0; i < 500; i++) { // in order
            numbers[i] = i * 7919 % 1009;
            hashes[i] = Arrays.hashCode(numbers);
        }
        return hashes[499];
    }

    /** Neighbours share an element. */
    static int sorted() {
        int[] all = new int[801];
        for (int i = 0; i < all.length; i++) {
            all[i] = i * 7919 % 1009;
        }
        for (int i = 0; i < 8; i++) { // in order
            all[i * 100] ^= 21;
            Arrays.sort(all, i * 100, i * 100 + 101);
        }
        return all[400];
    }

    /** Each iteration has elements of its own. */
    static int apart() {
        int[] all = new int[40_000];
        for (int i = 0; i < 400; i++) { // apart
            Arrays.fill(all, i * 100, i * 100 + 100, i * 7);
            Arrays.sort(all, i * 100, i * 100 + 100);
        }
        return all[400];
    }

    public static void main(String[] args) {
        System.out.println(filled() + " " + hashed() + " " + sorted() + " " + apart());
    }
}
