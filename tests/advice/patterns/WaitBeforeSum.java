/** Each call accumulates into a place of its own, in several rounds; the sum is read behind all rounds. */
public class WaitBeforeSum {
    static long[] sums = new long[10];

    static void accumulate(int place, int round) {
        int hash = round; // advice of calls: future | with-changes
        for (int k = 0; k < 300; k++) {
            hash = hash * hash % 10007 + k;
        }
        sums[place] += hash;
    }

    public static void main(String[] args) {
        long total = 0;
        for (int round = 0; round < 3; round++) {
            for (int place = 0; place < sums.length; place++) {
                accumulate(place, round); // advice of sites: start before 20
            }
        }
        for (long sum : sums) {
            total = total * 31 + sum;
        }
        System.out.println(total);
    }
}
