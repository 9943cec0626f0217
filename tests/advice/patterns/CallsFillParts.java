/** Each call fills a part of the array of its own, which is read when all are done. */
public class CallsFillParts {
    static void fill(int[] all, int from, int to) {
        int hash = from; // advice of calls: independent | future
        for (int i = from; i < to; i++) { // advice: serial | scan via hash
            hash = hash * hash % 10007 + i;
            all[i] = hash;
        }
    }

    public static void main(String[] args) {
        int[] all = new int[3000];
        for (int part = 0; part < 20; part++) { // advice: independent
            fill(all, part * 150, part * 150 + 150);
        }
        System.out.println(all[149] + all[2999]);
    }
}
