/** A method adds to a field and counts when it passes a limit: the sum is read on the way. */
public class SumInCalledMethodRead {
    static long total;
    static int hits;

    static void add(int value) {
        total += value;
        if (total % 5 == 0) {
            hits++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via total
            add(i * 7 % 31);
        }
        System.out.println(total + " " + hits);
    }
}
