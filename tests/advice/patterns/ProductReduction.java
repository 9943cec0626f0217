/** Products of integers can be formed in any order, even if they overflow. */
public class ProductReduction {
    public static void main(String[] args) {
        int product = 1;
        for (int i = 0; i < 3000; i++) { // advice: reduction via product
            product *= 2 * (i % 13) + 3;
        }
        long wide = 1;
        for (int i = 0; i < 3000; i++) { // advice: reduction via wide
            wide = (i % 7 + 1L) * wide;
        }
        System.out.println(product + " " + wide);
    }
}
