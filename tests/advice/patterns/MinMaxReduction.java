/** The least and the greatest value, each in the three ways to write it. */
public class MinMaxReduction {
    public static void main(String[] args) {
        int n = 3000;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < n; i++) { // advice: reduction via least
            int value = i * 7919 % 1009;
            if (value < least) {
                least = value;
            }
        }
        int greatest = -1;
        for (int i = 0; i < n; i++) { // advice: reduction via greatest
            greatest = Math.max(greatest, i * 7919 % 1009);
        }
        double high = -1.0;
        for (int i = 0; i < n; i++) { // advice: reduction via high
            double value = i * 0.5 % 100.25;
            high = value > high ? value : high;
        }
        System.out.println(least + " " + greatest + " " + high);
    }
}
