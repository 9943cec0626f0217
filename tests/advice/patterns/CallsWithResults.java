/** Calls that only read their argument; each result is stored for later. */
public class CallsWithResults {
    static int work(int seed) {
        int hash = seed; // advice of calls: future | independent
        for (int j = 0; j < 200; j++) { // advice: serial via hash
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    public static void main(String[] args) {
        int[] results = new int[30];
        for (int i = 0; i < results.length; i++) { // advice: independent
            results[i] = work(i);
        }
        System.out.println(results[0] + results[29]);
    }
}
