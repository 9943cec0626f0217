/** The library calls back code that looks at a sum between two updates: no later iteration meets what it saw. */
public class SumSeenInCallback {
    static int total;
    static int seen;
    final int value;

    SumSeenInCallback(int value) {
        this.value = value;
    }

    @Override
    public String toString() {
        total += value;
        seen ^= total;
        total -= value;
        return "v" + value;
    }

    public static void main(String[] args) {
        SumSeenInCallback one = new SumSeenInCallback(3);
        int length = 0;
        for (int i = 0; i < 2000; i++) { // advice: serial | scan via total
            length += String.valueOf(one).length();
            total += i % 7;
        }
        // Other code that is called back elsewhere sees nothing of this.
        for (int i = 0; i < 2000; i++) { // advice: reduction via length
            length += String.valueOf(i).length();
        }
        System.out.println(length + " " + total + " " + seen);
    }
}
