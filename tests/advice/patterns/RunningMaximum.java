/** The greatest value so far is stored for each element. */
public class RunningMaximum {
    public static void main(String[] args) {
        int n = 3000;
        int[] highest = new int[n];
        int top = -1;
        for (int i = 0; i < n; i++) { // advice: scan | serial via top
            top = Math.max(top, i * 7919 % 10007);
            highest[i] = top;
        }
        System.out.println(highest[5] + highest[n - 1]);
    }
}
