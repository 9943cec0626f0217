import java.util.ArrayList;
import java.util.List;

/** Loops that end by a flag which an iteration raises, and flags that iterations use otherwise, too. */
public class FlagsThatEnd {
    static int[] data = new int[400];

    static int work(int v) {
        for (int k = 0; k < 60; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 400; i++) { // advice: independent
            data[i] = work(i) & 1023;
        }
        boolean found = false;
        for (int i = 0; i < 400 && !found; i++) { // advice: search
            if ((work(data[i]) & 1023) == 5) {
                found = true;
            }
        }
        boolean done = false;
        int i = 0;
        while (!done) { // advice: search
            done = (work(data[i]) & 255) == 7 || i == 399;
            i++;
        }
        boolean stopped = false;
        for (int k = 0; k < 400; k++) { // advice: search
            for (int j = 0; j < 3; j++) {
                if ((work(data[k] + j) & 1023) == 5) {
                    stopped = true;
                }
            }
            if (stopped) {
                break;
            }
        }
        System.out.println(found + " " + i + " " + stopped);

        boolean seen = false;
        int after = 0;
        for (int k = 0; k < 400; k++) { // advice: serial | overlapping
            if (seen) {
                after++;
            }
            if ((work(data[k]) & 255) == 7) {
                seen = true;
            }
        }
        boolean odd = false;
        int counted = 0;
        for (int k = 0; k < 400 && counted < 390; k++) { // advice: serial | overlapping | search
            if ((work(data[k]) & 7) == 0) {
                odd = !odd;
            }
            if (odd) {
                counted++;
            }
        }
        boolean full = false;
        List<Integer> kept = new ArrayList<>();
        for (int k = 0; k < 400 && !full; k++) { // advice: serial | search | not-known
            kept.add(work(data[k]));
            full = kept.size() > 300;
        }
        System.out.println(after + " " + counted + " " + kept.size());
    }
}
