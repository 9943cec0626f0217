/** Each number is the sum of the last two. */
public class Fibonacci {
    public static void main(String[] args) {
        int n = 3000;
        int[] numbers = new int[n];
        numbers[1] = 1;
        for (int i = 2; i < n; i++) { // advice: serial | scan
            numbers[i] = numbers[i - 1] + numbers[i - 2];
        }
        System.out.println(numbers[n - 1]);
    }
}
