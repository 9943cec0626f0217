/** The sum before each element is stored, as the start of a range. */
public class PrefixSumExclusive {
    public static void main(String[] args) {
        int n = 3000;
        int[] start = new int[n];
        int next = 0;
        for (int i = 0; i < n; i++) { // advice: scan | serial via next
            start[i] = next;
            next += i * 7 % 31;
        }
        System.out.println(start[n - 1] + next);
    }
}
