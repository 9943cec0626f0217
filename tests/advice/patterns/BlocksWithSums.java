/** Each block sums its part in a local and adds it to the total at its end. */
public class BlocksWithSums {
    public static void main(String[] args) {
        long total = 0;
        for (int block = 0; block < 40; block++) { // advice: reduction via total
            long part = 0;
            for (int i = block * 100; i < block * 100 + 100; i++) { // advice: reduction via part
                part += i * 7919L % 1009;
            }
            total += part;
        }
        System.out.println(total);
    }
}
