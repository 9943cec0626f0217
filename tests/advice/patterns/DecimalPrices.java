/** Prices are computed by decimal numbers, each for itself. */
public class DecimalPrices {
    public static void main(String[] args) {
        java.math.BigDecimal rate = new java.math.BigDecimal("1.07");
        long[] prices = new long[1000];
        for (int i = 0; i < prices.length; i++) { // advice: independent
            java.math.BigDecimal net = java.math.BigDecimal.valueOf(i * 7919 % 1009);
            java.math.BigDecimal gross = net.multiply(rate).setScale(2, java.math.RoundingMode.HALF_UP);
            prices[i] = gross.unscaledValue().longValue();
        }
        System.out.println(prices[999]);
    }
}
