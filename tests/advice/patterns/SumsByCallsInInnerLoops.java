/** Elements are added to in inner loops, and a call computes what is added. */
public class SumsByCallsInInnerLoops {
    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static int last;

    static int remember(int v) {
        int before = last;
        last = v;
        return before;
    }

    public static void main(String[] args) {
        int n = 80;
        int[][] next = new int[n][4];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < 4; k++) {
                next[i][k] = (mix(i * 4 + k + 1, 20) & 0x7fffffff) % n;
            }
        }
        int[] sums = new int[n];
        for (int u = 0; u < n; u++) { // advice: reduction via sums
            for (int v : next[u]) {
                sums[v] += mix(u, 20);
            }
        }
        for (int u = 0; u < n; u++) { // advice: reduction via sums
            for (int k = 0; k < 4; k++) {
                sums[next[u][k]] += 1 + (mix(u, 20) & 1);
            }
        }
        // What is added is the sum itself.
        for (int u = 0; u < n; u++) { // advice: serial | overlapping
            for (int v : next[u]) {
                sums[v] += mix(sums[v], 20);
            }
        }
        for (int u = 0; u < n; u++) { // advice: serial | overlapping
            for (int v : next[u]) {
                sums[v] = mix(u, 20) - sums[v];
            }
        }
        for (int u = 0; u < n; u++) { // advice: serial | overlapping
            for (int v : next[u]) {
                sums[v] += remember(mix(u, 20));
            }
        }
        long sum = 0;
        for (int u = 0; u < n; u++) {
            sum = sum * 31 + sums[u];
        }
        System.out.println(sum);
    }
}
