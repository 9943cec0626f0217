/** Two arrays of one type are used in different ways: one is scratch, the other one is added to. */
public class TwoArraysOfOneType {
    static double[] scratch = new double[10];
    static double[] sums = new double[10];

    static int mix(int value, int rounds) {
        for (int k = 0; k < rounds; k++) { // advice: serial
            value = value * value % 10007 + k;
        }
        return value;
    }

    static void apart(int n) {
        for (int i = 0; i < n; i++) { // advice: reduction via double[]
            for (int k = 0; k < 10; k++) { // advice: independent
                scratch[k] = mix(i + k, 4) & 15;
            }
            for (int k = 0; k < 10; k++) { // advice: independent
                sums[k] += scratch[(k + 1) % 10] * 0.5;
            }
        }
    }

    /** What is scratch in one iteration is added to in the next one. */
    static double swapped(int n) {
        double[] scratch = new double[10];
        double[] sums = new double[10];
        for (int i = 0; i < n; i++) { // advice: serial | overlapping
            for (int k = 0; k < 10; k++) { // advice: independent
                scratch[k] = scratch[k] * 0.5 + (mix(i + k, 4) & 15);
            }
            for (int k = 0; k < 10; k++) { // advice: independent
                sums[k] += scratch[(k + 1) % 10] * 0.5;
            }
            double[] other = scratch;
            scratch = sums;
            sums = other;
        }
        return sums[3];
    }

    /** Both names stand for one array. */
    static void one(double[] first, double[] second, int n) {
        for (int i = 0; i < n; i++) { // advice: serial | overlapping
            for (int k = 0; k < 9; k++) { // advice: independent
                first[k] = mix(i + k, 4) & 15;
            }
            for (int k = 0; k < 10; k++) { // advice: serial
                second[k] += first[(k + 1) % 10] * 0.5;
            }
        }
    }

    public static void main(String[] args) {
        apart(150);
        System.out.println(sums[3]);
        double[] both = new double[10];
        one(both, both, 150);
        System.out.println(swapped(150) + both[3]);
    }
}
