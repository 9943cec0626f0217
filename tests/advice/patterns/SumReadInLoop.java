/** The running sum decides what another variable counts. */
public class SumReadInLoop {
    public static void main(String[] args) {
        int sum = 0;
        int even = 0;
        for (int i = 0; i < 3000; i++) { // advice: scan | serial via sum
            sum += i * 7 % 31;
            if (sum % 2 == 0) {
                even++;
            }
        }
        System.out.println(sum + " " + even);
    }
}
