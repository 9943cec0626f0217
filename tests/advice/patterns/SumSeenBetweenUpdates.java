/** A method updates a sum, looks at it, and updates it again: no later iteration meets what was looked at, but it is seen. */
public class SumSeenBetweenUpdates {
    static int total;
    static int seen;
    static int[] sums = new int[8];
    int own;

    static void add(int value) {
        total += value;
        seen ^= total;
        total -= value / 2;
    }

    static void addToElement(int value) {
        sums[value & 7] += value;
        seen ^= sums[value & 7];
        sums[value & 7] -= value / 2;
    }

    void addToField(int value) {
        own += value;
        seen ^= own;
        own -= value / 2;
    }

    static void addAndSeldomLook(int value, int k) {
        total += value;
        if (k % 10 == 0) {
            seen ^= total;
        }
    }

    static void addTwice(int value) {
        total += value;
        total -= value / 2;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via total
            add(i * 7 % 31);
        }
        for (int i = 0; i < 3000; i++) { // advice: serial | scan
            addToElement(i * 7 % 31);
        }
        SumSeenBetweenUpdates one = new SumSeenBetweenUpdates();
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via own
            one.addToField(i * 7 % 31);
        }
        for (int i = 0; i < 100; i++) { // advice: serial | scan | overlapping via total
            for (int k = 0; k < 36; k++) {
                addAndSeldomLook(i * 7 % 31, k);
            }
        }
        for (int i = 0; i < 3000; i++) { // advice: reduction via total
            addTwice(i * 7 % 31);
        }
        System.out.println(total + " " + seen + " " + sums[3] + " " + one.own);
    }
}
