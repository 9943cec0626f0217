/** Nodes are taken in the order in which earlier iterations found them. */
public class BreadthFirstQueue {
    public static void main(String[] args) {
        int n = 1500;
        int[] depth = new int[n];
        int[] queue = new int[n];
        int taken = 0;
        int found = 1;
        depth[0] = 1;
        while (taken < found) { // advice: serial | search
            int node = queue[taken++];
            for (int k = 1; k <= 3; k++) {
                int other = (node * 2 + k * 7) % n;
                if (depth[other] == 0) {
                    depth[other] = depth[node] + 1;
                    queue[found++] = other;
                }
            }
        }
        System.out.println(found + " " + depth[queue[found - 1]]);
    }
}
