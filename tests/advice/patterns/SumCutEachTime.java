/** Fractions are added to a whole number, which drops what is behind the point each time: the order matters. */
public class SumCutEachTime {
    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial via sum
            sum += i * 7 % 31 * 0.7;
        }
        int product = 1000;
        for (int i = 0; i < 3000; i++) { // advice: serial via product
            product *= i % 2 == 0 ? 1.25 : 0.8;
        }
        byte small = 0;
        for (int i = 0; i < 3000; i++) { // advice: reduction via small
            small += i * 7 % 31;
        }
        System.out.println(sum + " " + product + " " + small);
    }
}
