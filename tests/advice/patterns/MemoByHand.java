/** Values that were computed are kept in a map, from which later ones are computed. */
public class MemoByHand {
    static final java.util.Map<Integer, Long> KNOWN = new java.util.HashMap<>();

    static long steps(int n) {
        if (n == 1) {
            return 0;
        }
        Long known = KNOWN.get(n);
        if (known != null) {
            return known;
        }
        long steps = 1 + steps(n % 2 == 0 ? n / 2 : 3 * n + 1);
        KNOWN.put(n, steps);
        return steps;
    }

    public static void main(String[] args) {
        long most = 0;
        for (int i = 1; i < 400; i++) { // advice: not-known | serial
            most = Math.max(most, steps(i));
        }
        System.out.println(most);
    }
}
