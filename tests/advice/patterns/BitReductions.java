/** And, or and exclusive or of bits are associative. */
public class BitReductions {
    public static void main(String[] args) {
        int n = 3000;
        int all = -1;
        for (int i = 0; i < n; i++) { // advice: reduction via all
            all &= i | 0x7000;
        }
        long any = 0;
        for (int i = 0; i < n; i++) { // advice: reduction via any
            any |= i * 64L;
        }
        int parity = 0;
        for (int i = 0; i < n; i++) { // advice: reduction via parity
            parity ^= i * 31;
        }
        System.out.println(all + " " + any + " " + parity);
    }
}
