/** Calls that do not know of each other; the sum of their results can be formed when all are there. */
public class CallsSummed {
    static int work(int seed) {
        int hash = seed; // advice of calls: future | independent | reduction
        for (int j = 0; j < 200; j++) { // advice: serial via hash
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    public static void main(String[] args) {
        long sum = 0;
        for (int i = 0; i < 30; i++) { // advice: reduction via sum
            sum += work(i);
        }
        System.out.println(sum);
    }
}
