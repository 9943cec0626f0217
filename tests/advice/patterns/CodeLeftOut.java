/** What a class does that is not traced, nobody knows: here it has static state. */
public class CodeLeftOut {
    static class NotTraced {
        static int last = 1;

        NotTraced() {
        }

        NotTraced(int value) {
            last = (last * 31 + value) % 1009;
        }

        int next(int value) {
            last = (last * 31 + value) % 1009;
            return last;
        }

        static int sum(int[] values) {
            last = (last * 31 + values[0]) % 1009;
            return last;
        }
    }

    public static void main(String[] args) {
        int[] results = new int[600];
        for (int i = 0; i < results.length; i++) { // advice: serial | not-known
            results[i] = new NotTraced().next(i);
        }
        for (int i = 0; i < results.length; i++) { // advice: serial | not-known
            results[i] += NotTraced.sum(new int[] {i});
        }
        for (int i = 0; i < results.length; i++) { // advice: serial | not-known
            new NotTraced(i);
        }
        System.out.println(results[599] + NotTraced.last);
    }
}
