/** A handler sets the sum back: what is left depends on when that was. */
public class SumResetByHandler {
    static int root(int i) {
        if (i * 7919 % 1009 == 500) {
            throw new IllegalArgumentException();
        }
        return i * 7 % 31;
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | not-known via sum
            try {
                sum += root(i);
            } catch (IllegalArgumentException e) {
                sum = 0;
            }
        }
        System.out.println(sum);
    }
}
