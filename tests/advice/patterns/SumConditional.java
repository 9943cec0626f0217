/** Sums to which only some iterations add, and by different steps. */
public class SumConditional {
    static int when(int sum, int value) {
        if (value % 3 == 0) {
            return sum;
        }
        return sum + value;
    }

    public static void main(String[] args) {
        int chosen = 0;
        for (int i = 0; i < 3000; i++) { // advice: reduction via chosen
            chosen = i * 7 % 31 > 12 ? chosen + 1 : chosen;
        }
        int steps = 1;
        for (int i = 0; i < 3000; i++) { // advice: reduction via steps
            steps = i % 3 == 0 ? steps + i : steps - 2;
        }
        int sum = 0;
        for (int i = 0; i < 3000; i++) { // advice: reduction via sum
            sum = when(sum, i * 7 % 31);
        }
        int sign = 1;
        for (int i = 0; i < 3000; i++) { // advice: reduction via sign
            sign = i * 7 % 31 > 12 ? sign : -sign;
        }
        System.out.println(chosen + " " + steps + " " + sum + " " + sign);
    }
}
