/** A method adds to the sum that is passed to it. */
public class SumThroughMethod {
    static long add(long sum, int value) {
        return sum + value;
    }

    public static void main(String[] args) {
        long sum = 0;
        for (int i = 0; i < 3000; i++) { // advice: reduction via sum
            sum = add(sum, i * 7 % 31);
        }
        System.out.println(sum);
    }
}
