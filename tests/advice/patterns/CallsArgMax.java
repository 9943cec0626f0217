/** Calls keep the greatest value and where it was: both belong together. */
public class CallsArgMax {
    static int best = -1;
    static int at = -1;

    static void consider(int i) {
        int hash = i; // advice of calls: with-changes via CallsArgMax.at, remedy keep-together
        for (int j = 0; j < 300; j++) {
            hash = (hash * 31 + j) % 10007;
        }
        if (hash > best) {
            best = hash;
            at = i;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 40; i++) { // advice: reduction | with-changes, for now scan
            consider(i);
        }
        System.out.println(best + " " + at);
    }
}
