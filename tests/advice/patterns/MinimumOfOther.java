/** One value is compared, and another one is kept: which one depends on the order. */
public class MinimumOfOther {
    public static void main(String[] args) {
        int n = 3000;
        int doubled = 5000;
        for (int i = 0; i < n; i++) { // advice: serial via doubled
            int value = i * 7919 % 1009;
            if (value * 2 < doubled) {
                doubled = value;
            }
        }
        int above = 5000;
        for (int i = 0; i < n; i++) { // advice: serial via above
            int value = i * 7919 % 1009;
            above = value < above ? value + 3 : above;
        }
        int decayed = 0;
        for (int i = 0; i < n; i++) { // advice: serial via decayed
            decayed = Math.max(decayed - 1, i * 7919 % 1009);
        }
        int within = 0;
        for (int i = 0; i < n; i++) { // advice: serial via within
            int value = i * 7919 % 1009;
            if (within < 900) {
                if (value > within) {
                    within = value;
                }
            }
        }
        System.out.println(doubled + " " + above + " " + decayed + " " + within);
    }
}
