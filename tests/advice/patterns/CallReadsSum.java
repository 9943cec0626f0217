/** Each call adds to a static field, and its caller uses the sum each time: no call can be left for later. */
public class CallReadsSum {
    static int total;

    static void work(int value) {
        int hash = value; // advice of calls: serial
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        total += hash;
    }

    public static void main(String[] args) {
        int even = 0;
        for (int i = 0; i < 30; i++) { // advice: serial | scan | overlapping via total
            work(i);
            if (total % 2 == 0) {
                even++;
            }
        }
        System.out.println(total + " " + even);
    }
}
