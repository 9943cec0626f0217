import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/** Numbers that nothing rounds are summed up and multiplied. */
public class ExactSums {
    static int work(int start) {
        int x = start;
        for (int k = 0; k < 40; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }

    public static void main(String[] args) {
        BigDecimal money = BigDecimal.ZERO;
        for (int i = 0; i < 300; i++) { // advice: reduction via money, remedy partial-results
            money = money.add(BigDecimal.valueOf(work(i), 2));
        }
        BigInteger product = BigInteger.ONE;
        for (int i = 2; i < 300; i++) { // advice: reduction via product
            product = product.multiply(BigInteger.valueOf(work(i) + 1));
        }
        BigInteger left = BigInteger.TEN;
        for (int i = 2; i < 300; i++) { // advice: reduction via left
            if (work(i) % 3 != 0) {
                left = left.subtract(BigInteger.valueOf(i));
            }
        }
        Map<Integer, BigDecimal> byKey = new HashMap<>();
        for (int i = 0; i < 300; i++) { // advice: reduction
            byKey.merge(i & 7, BigDecimal.valueOf(work(i), 2), BigDecimal::add);
        }
        System.out.println(money.toString().length() + product.bitLength() + left.intValue() + byKey.size());
    }
}
