/** The time of a step is the sum of all steps before; what is computed for it takes long. */
public class TimeSteps {
    public static void main(String[] args) {
        double[] results = new double[200];
        int at = 0;
        for (double time = 0; time < 1; time += 0.01) { // advice: overlapping | search | scan via time
            double height = time;
            for (int k = 0; k < 50; k++) {
                height = Math.sin(height * 3 + k);
            }
            results[at] = height;
            at++;
        }
        System.out.println(results[7] + at);
    }
}
