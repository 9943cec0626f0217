/** The first iteration that needs a table makes it, and numbers it. */
public class LazySingleton {
    static int made;
    static int[] table;

    static int[] table() {
        if (table == null) {
            made++;
            table = new int[31];
            for (int k = 0; k < 31; k++) {
                table[k] = k * 7 % 31;
            }
        }
        return table;
    }

    public static void main(String[] args) {
        int[] results = new int[2000];
        for (int i = 0; i < 2000; i++) { // advice: serial | overlapping | not-known
            results[i] = table()[i % 31] + i;
        }
        System.out.println(results[77] + made);
    }
}
