/** Two statements add to the same sum, one of them not always. */
public class SumInTwoStatements {
    public static void main(String[] args) {
        long sum = 0;
        for (int i = 0; i < 3000; i++) { // advice: reduction via sum
            sum += i % 7;
            if (i % 3 == 0) {
                sum += i;
            }
        }
        System.out.println(sum);
    }
}
