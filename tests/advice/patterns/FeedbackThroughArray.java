/** What a sum is at one time decides, by way of an array, what is added to it next: that is no sum of values known before. */
public class FeedbackThroughArray {
    public static void main(String[] args) {
        long sum = 0;
        int[] next = new int[1];
        long[] sums = new long[500];
        for (int i = 0; i < 500; i++) { // advice: serial
            next[0] = i;
            for (int k = 0; k < 5; k++) { // advice: serial
                sum += next[0];
                next[0] = (int) (sum % 7);
            }
            sums[i] = sum;
        }
        System.out.println(sums[77] + sum);
    }
}
