import java.nio.IntBuffer;
import java.util.Arrays;

/** Short chains that take in what is computed of elements and fields which nobody writes meanwhile, and those that somebody writes. */
public class ChainsOfElements {
    static int[] data = new int[400];
    static int factor = 31;

    static int work(int v) {
        for (int k = 0; k < 60; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static int alsoWrites(int i) {
        data[i * 7 % 400] = i;
        return work(i);
    }

    public static void main(String[] args) {
        for (int i = 0; i < 400; i++) { // advice: independent
            data[i] = work(i) & 1023;
        }
        long hash = 7;
        for (int i = 0; i < 400; i++) { // advice: overlapping
            hash = hash * 31 + (work(data[i]) & 255);
        }
        double average = 0;
        for (int i = 0; i < 400; i++) { // advice: overlapping
            average = 0.9 * average + 0.1 * work(data[i]);
        }
        int product = 1;
        for (int i = 0; i < 400; i++) { // advice: overlapping
            product = product * factor + work(i);
        }
        int[] next = new int[400];
        for (int i = 0; i < 400; i++) {
            next[i] = (i * 7 + 1) % 400;
        }
        int at = 5;
        long visited = 0;
        for (int i = 0; i < 400; i++) { // advice: overlapping
            visited += work(at);
            at = next[at];
        }
        System.out.println(hash + " " + average + " " + product + " " + visited);

        int mixed = 5;
        for (int i = 0; i < 400; i++) { // advice: serial
            mixed = mixed * 31 + work(data[i]);
            data[(i + 7) % 400] = mixed & 1023;
        }
        int found = 5;
        for (int i = 0; i < 400; i++) { // advice: serial
            found = found * 31 + work(data[found & 255]);
        }
        int moved = 3;
        for (int i = 0; i < 400; i++) { // advice: serial | overlapping via int[]
            int step = work(i);
            next[(moved + step & 1023) % 400] = i;
            moved = next[moved];
        }
        int beside = 3;
        for (int i = 0; i < 400; i++) { // advice: serial | not-known
            beside = beside * 31 + data[(i + 1) % 400] + alsoWrites(i);
        }
        int changing = 1;
        for (int i = 0; i < 400; i++) { // advice: serial | not-known
            changing = changing * factor + work(i);
            factor = changing & 7;
        }
        int[] filled = new int[8];
        int spread = 1;
        for (int i = 0; i < 400; i++) { // advice: serial | not-known
            Arrays.fill(filled, work(spread));
            spread = filled[3];
        }
        IntBuffer buffer = IntBuffer.wrap(filled);
        int through = 1;
        for (int i = 0; i < 400; i++) { // advice: serial | not-known
            buffer.put(2, work(through));
            through = filled[2];
        }
        System.out.println(spread + through);
        System.out.println(mixed + " " + found + " " + moved + " " + beside + " " + changing);
    }
}
