/** The loop ends when the sum passes a limit. */
public class SumUntilLimit {
    public static void main(String[] args) {
        int sum = 0;
        int i = 0;
        while (sum < 50_000) { // advice: search | serial | scan
            sum += i * 7 % 31;
            i++;
        }
        System.out.println(i + " " + sum);
    }
}
