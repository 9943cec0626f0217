/** Which sets are united depends on all unions before. */
public class UnionFind {
    public static void main(String[] args) {
        int n = 500;
        int[] parent = new int[n];
        for (int i = 0; i < n; i++) {
            parent[i] = i;
        }
        int sets = n;
        for (int edge = 0; edge < 800; edge++) { // advice: serial
            int a = edge * 7919 % 1009 % n;
            int b = edge * 31 % n;
            while (parent[a] != a) { // advice: serial | search via a
                a = parent[a];
            }
            while (parent[b] != b) { // advice: serial | search via b
                b = parent[b];
            }
            if (a != b) {
                parent[a] = b;
                sets--;
            }
        }
        System.out.println(sets);
    }
}
