/** Harmless as compiled; it is broken before a JVM sees it, and the verifier must notice. */
public class ParatraceCanary {
    public static int sum(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        return sum;
    }
}
