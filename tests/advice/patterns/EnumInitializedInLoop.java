/** The first iteration initialises an enum, whose constants have fields: they can be made before. */
public class EnumInitializedInLoop {
    enum Price {
        LOW(3), HIGH(70);

        final int cents;

        Price(int cents) {
            this.cents = cents;
        }
    }

    public static void main(String[] args) {
        int[] sums = new int[2000];
        for (int i = 0; i < sums.length; i++) { // advice: independent | with-changes
            Price price = i * 7 % 31 > 15 ? Price.HIGH : Price.LOW;
            sums[i] = price.cents * i % 1009;
        }
        System.out.println(sums[1999]);
    }
}
