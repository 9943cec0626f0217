/** Only the index of the least element is kept, by which elements are compared. */
public class LeastByIndex {
    public static void main(String[] args) {
        int[] values = new int[3000];
        double[] weights = new double[3000];
        for (int i = 0; i < 3000; i++) { // advice: independent
            values[i] = i * 7919 % 100003;
            weights[i] = i * 31 % 1009 / 7.0;
        }
        int least = 0;
        for (int i = 1; i < 3000; i++) { // advice: reduction via least, remedy extremum-per-task
            least = values[i] < values[least] ? i : least;
        }
        int greatest = 7;
        for (int i = 1; i < 3000; i++) { // advice: reduction via greatest, remedy extremum-per-task
            if (values[i] >= values[greatest]) {
                greatest = i;
            }
        }
        int heaviest = 0;
        for (int i = 1; i < 3000; i++) { // advice: reduction via heaviest
            if (weights[heaviest] < weights[i]) {
                heaviest = i;
            }
        }
        System.out.println(least + " " + greatest + " " + heaviest);
    }
}
