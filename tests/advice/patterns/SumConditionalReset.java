/** Sums that start again at the data's word, in three ways to write it: no sums over all iterations. */
public class SumConditionalReset {
    static int afresh(int sum, int value) {
        if (value > 20) {
            return value;
        }
        return sum + value;
    }

    public static void main(String[] args) {
        int first = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via first
            int value = i * 7 % 31;
            first = value > 20 ? value : first + value;
        }
        int second = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via second
            second = afresh(second, i * 7 % 31);
        }
        int third = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via third
            int value = i * 7 % 31;
            third = value < 20 ? third + value : 0;
        }
        System.out.println(first + " " + second + " " + third);
    }
}
