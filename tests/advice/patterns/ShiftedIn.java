/** Bits are shifted in: a word of the last ones, by operations that look like a reduction. */
public class ShiftedIn {
    public static void main(String[] args) {
        int bits = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | overlapping via bits
            bits = bits << 1 | (i * 7919 % 1009 & 1);
        }
        System.out.println(bits);
    }
}
