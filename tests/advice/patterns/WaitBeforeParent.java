/** A recursion fills both halves, and then reads what they have written to fill the place between them. */
public class WaitBeforeParent {
    static int[] places = new int[64];

    static void fill(int from, int to) {
        if (to - from < 2) { // advice of calls: future | with-changes | serial
            return;
        }
        int mid = (from + to) / 2;
        fill(from, mid); // advice of sites: start before 12
        fill(mid + 1, to); // advice of sites: leave
        int hash = places[(from + mid) / 2] + places[Math.min(63, (mid + 1 + to) / 2)];
        for (int k = 0; k < 200; k++) {
            hash = hash * hash % 10007 + k;
        }
        places[mid] = hash;
    }

    public static void main(String[] args) {
        places[0] = 5;
        fill(0, 64);
        System.out.println(places[32] + places[16] * 31);
    }
}
