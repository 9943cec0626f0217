/** Calls keep the greatest value and where it was: both belong together, unless something else says where, too. */
public class CallsArgMax {
    static int best = -1;
    static int at = -1;
    static int most = -1;
    static int place = -1;

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

    static void note(int i) {
        int hash = i;
        for (int j = 0; j < 300; j++) {
            hash = (hash * 31 + j) % 10007;
        }
        if (hash > most) {
            most = hash;
            place = i;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 40; i++) { // advice: reduction via CallsArgMax.at, remedy keep-together
            consider(i);
        }
        for (int i = 0; i < 40; i++) { // advice: serial | scan | overlapping via CallsArgMax.place
            note(i);
            if (i % 9 == 5) {
                place = -i;
            }
        }
        System.out.println(best + " " + at + " " + most + " " + place);
    }
}
