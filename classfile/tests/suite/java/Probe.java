/** Counts how often each probe was hit. */
public class Probe {
    private static final int[] COUNTS = new int[1 << 20];

    public static void hit(int id) {
        COUNTS[id]++;
    }

    public static void main(String[] args) throws Exception {
        Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        StringBuilder out = new StringBuilder();
        for (int id = 0; id < COUNTS.length; id++) {
            if (COUNTS[id] != 0) {
                out.append("PROBE ").append(id).append(' ').append(COUNTS[id]).append('\n');
            }
        }
        System.out.print(out);
    }
}
