/** The exit depends on the counter alone: it is only another bound of the loop. */
public class BreakAtInvariant {
    public static void main(String[] args) {
        int n = 5000;
        int limit = args.length + 3000;
        int[] squares = new int[n];
        for (int i = 0; i < n; i++) { // advice: independent
            if (i >= limit) {
                break;
            }
            squares[i] = i * i % 1009;
        }
        System.out.println(squares[limit - 1]);
    }
}
