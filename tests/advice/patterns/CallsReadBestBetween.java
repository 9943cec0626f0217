/** Calls gather something that the caller looks at between them: all have to be waited for each time. */
public class CallsReadBestBetween {
    static int busy(int v) {
        for (int k = 0; k < 1600; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static int best = Integer.MIN_VALUE;
    static int greatest = Integer.MIN_VALUE;
    static final int[] HISTOGRAM = new int[16];
    static final int[] COUNTS = new int[16];

    static void offer(int i) {
        int v = busy(i); // advice of calls: serial | none
        if (v > best) {
            best = v;
        }
    }

    static void offerAlone(int i) {
        int v = busy(i + 7); // advice of calls: future | with-changes | reduction
        if (v > greatest) {
            greatest = v;
        }
    }

    static void count(int i) {
        HISTOGRAM[busy(i) & 15]++; // advice of calls: serial | none
    }

    static void countAlone(int i) {
        COUNTS[busy(i + 7) & 15]++; // advice of calls: future | with-changes | reduction
    }

    static int offers() {
        int seen = 0;
        for (int i = 0; i < 40; i++) {
            offer(i);
            if (best > 2000000000) {
                seen++;
            }
        }
        return seen + best;
    }

    static int offersAlone() {
        for (int i = 0; i < 40; i++) {
            offerAlone(i);
        }
        return greatest;
    }

    static int counts() {
        int seen = 0;
        for (int i = 0; i < 40; i++) {
            count(i);
            seen += HISTOGRAM[i & 15];
        }
        return seen;
    }

    static int countsAlone() {
        for (int i = 0; i < 40; i++) {
            countAlone(i);
        }
        int seen = 0;
        for (int i = 0; i < 16; i++) {
            seen = seen * 31 + COUNTS[i];
        }
        return seen;
    }

    public static void main(String[] args) {
        System.out.println(offers() + offersAlone() + counts() + countsAlone());
    }
}
