/** Updates that look like the index of an extremum, and depend on the order. */
public class LeastByIndexNot {
    public static void main(String[] args) {
        int n = 3000;
        int[] values = new int[n];
        int[] others = new int[n];
        double[] weights = new double[n];
        for (int i = 0; i < n; i++) { // advice: independent
            values[i] = i * 7919 % 100003 + 50;
            others[i] = i * 104729 % 100003;
            weights[i] = i % 700 == 3 ? Double.NaN : i * 31 % 1009 / 7.0;
        }
        int beside = 1;
        for (int i = 1; i < n; i++) { // advice: serial
            if (values[i] < values[beside]) {
                beside = i - 1;
            }
        }
        int clearly = 1;
        for (int i = 1; i < n; i++) { // advice: serial
            if (values[i] + 9 < values[clearly]) {
                clearly = i;
            }
        }
        int between = 1;
        for (int i = 1; i < n; i++) { // advice: serial
            if (others[i] < values[between]) {
                between = i;
            }
        }
        int raised = 1;
        for (int i = 1; i < n; i++) { // advice: serial
            if (values[i] < values[raised]) {
                raised = i;
                values[i] += 40;
            }
        }
        int unordered = 0;
        for (int i = 1; i < n; i++) { // advice: serial
            if (!(weights[i] >= weights[unordered])) {
                unordered = i;
            }
        }
        int[] now = values;
        int swapped = 1;
        for (int i = 1; i < n; i++) { // advice: serial
            if (now[i] < now[swapped]) {
                swapped = i;
            }
            now = now == values ? others : values;
        }
        int seen = 1;
        long sum = 0;
        for (int i = 1; i < n; i++) { // advice: serial | scan
            if (values[i] < values[seen]) {
                seen = i;
            }
            sum += seen;
        }
        System.out.println(beside + clearly + between + raised + unordered + swapped + seen + sum);
    }
}
