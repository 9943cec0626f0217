package java.util;

/** Harmless as compiled; the tests break it and expect the verifier to notice. */
public class ParatraceCanary {
    public static int sum(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        return sum;
    }
}
