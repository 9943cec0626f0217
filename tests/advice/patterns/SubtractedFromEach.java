/** The sum is subtracted from each value: what was added first changes its sign with each value. */
public class SubtractedFromEach {
    static long rest;

    public static void main(String[] args) {
        for (int i = 0; i < 3000; i++) { // advice: serial via rest
            rest = i * 7919 % 1009 - rest;
        }
        System.out.println(rest);
    }
}
