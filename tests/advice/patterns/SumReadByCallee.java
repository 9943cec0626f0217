/** A method reads the sum on the way, through a field that refers to the same array. */
public class SumReadByCallee {
    static int[] totals;

    static int parity(int k) {
        return totals[k] & 1;
    }

    public static void main(String[] args) {
        int[] sums = new int[4];
        totals = sums;
        int[] seen = new int[3000];
        for (int i = 0; i < 3000; i++) { // advice: serial | scan
            sums[i % 4] += i * 7 % 31;
            seen[i] = parity(i % 4);
        }
        System.out.println(sums[0] + seen[77]);
    }
}
