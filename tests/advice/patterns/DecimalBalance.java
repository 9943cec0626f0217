/** A balance is rounded after each step. */
public class DecimalBalance {
    public static void main(String[] args) {
        java.math.BigDecimal rate = new java.math.BigDecimal("1.0007");
        java.math.BigDecimal balance = new java.math.BigDecimal("100.00");
        for (int i = 0; i < 1000; i++) { // advice: serial
            balance = balance.multiply(rate).add(java.math.BigDecimal.valueOf(i % 7)).setScale(2, java.math.RoundingMode.HALF_UP);
        }
        System.out.println(balance);
    }
}
