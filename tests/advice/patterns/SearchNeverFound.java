/** The exit is never taken in this run, though another input may take it. */
public class SearchNeverFound {
    public static void main(String[] args) {
        int n = 3000;
        int[] values = new int[n];
        for (int i = 0; i < n; i++) { // advice: search
            int value = i * 7919 % 10007;
            if (value == 20000) {
                break;
            }
            values[i] = value;
        }
        System.out.println(values[n - 1]);
    }
}
