/** A level is computed from flags of the last one alone: levels follow each other, their nodes are independent. */
public class BreadthFirstLevels {
    public static void main(String[] args) {
        int n = 300;
        boolean[] now = new boolean[n];
        now[0] = true;
        for (int level = 1; level < 7; level++) { // advice: serial
            boolean[] next = new boolean[n];
            for (int node = 0; node < n; node++) { // advice: independent
                next[node] = now[node] || now[(node + n - level) % n] || now[node * 7 % n];
            }
            now = next;
        }
        int reached = 0;
        for (int node = 0; node < n; node++) { // advice: reduction via reached
            if (now[node]) {
                reached++;
            }
        }
        System.out.println(reached);
    }
}
