/** Calls read a table that is filled anew behind them: nothing needs what they did there, but they must have read it. */
public class WaitBeforeRefill {
    static int[] table = new int[60];
    static int[] results = new int[40];

    static void look(int n) {
        int hash = n; // advice of calls: future | private-copies
        for (int k = 0; k < 240; k++) {
            hash = hash * hash % 10007 + table[k % 60];
        }
        results[n] = hash;
    }

    static void fill(int seed) {
        for (int k = 0; k < table.length; k++) {
            table[k] = seed * k % 101;
        }
    }

    public static void main(String[] args) {
        fill(7);
        for (int n = 0; n < 20; n++) {
            look(n); // advice of sites: start before 25
        }
        fill(11);
        for (int n = 20; n < 40; n++) {
            look(n); // advice of sites: start before 30
        }
        int sum = 0;
        for (int result : results) {
            sum = sum * 31 + result;
        }
        System.out.println(sum);
    }
}
