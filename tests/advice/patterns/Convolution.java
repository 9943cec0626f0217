/** Every result is a weighted sum of inputs. */
public class Convolution {
    public static void main(String[] args) {
        double[] input = new double[600];
        double[] weights = new double[16];
        for (int i = 0; i < input.length; i++) { // advice: independent
            input[i] = i * 7 % 31 * i % 17;
        }
        for (int k = 0; k < weights.length; k++) {
            weights[k] = 1.0 / (k + 1);
        }
        double[] output = new double[584];
        for (int i = 0; i < output.length; i++) { // advice: independent
            for (int k = 0; k < weights.length; k++) { // advice: reduction
                output[i] += input[i + k] * weights[k];
            }
        }
        System.out.println(Math.round(output[3] + output[583]));
    }
}
