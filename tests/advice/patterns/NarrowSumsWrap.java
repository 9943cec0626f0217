/** Sums in a byte and in a short are cut in each iteration: they wrap around, and the order does not matter. */
public class NarrowSumsWrap {
    public static void main(String[] args) {
        byte sum = 0;
        short product = 1;
        char letter = 'a';
        for (int i = 0; i < 3000; i++) { // advice: reduction via sum
            int value = i * 7919 % 1009;
            sum += value;
            product *= value | 1;
            letter ^= value;
        }
        System.out.println(sum + " " + product + " " + (int) letter);
    }
}
