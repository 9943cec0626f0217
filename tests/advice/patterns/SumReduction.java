/** A sum that nothing else reads: partial sums can be combined. */
public class SumReduction {
    public static void main(String[] args) {
        int[] values = new int[2000];
        for (int i = 0; i < values.length; i++) { // advice: independent
            values[i] = i * 7 % 31;
        }
        long sum = 0;
        for (int i = 0; i < values.length; i++) { // advice: reduction via sum
            sum += values[i];
        }
        System.out.println(sum);
    }
}
