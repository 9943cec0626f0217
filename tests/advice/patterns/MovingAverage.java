/** The smoothed value is mixed from the last one and the new one. */
public class MovingAverage {
    public static void main(String[] args) {
        double[] smooth = new double[3000];
        double mean = 0;
        for (int i = 0; i < smooth.length; i++) { // advice: serial | scan via mean
            mean = 0.875 * mean + 0.125 * (i * 7 % 31);
            smooth[i] = mean;
        }
        System.out.println(Math.round(smooth[2999] * 10));
    }
}
