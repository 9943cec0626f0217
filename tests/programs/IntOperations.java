/** `int` overflow, shifts beyond 31, division of the least value, bit tricks. */
public class IntOperations {
    static int bits(int x) {
        int n = 0;
        while (x != 0) {
            x &= x - 1;
            n++;
        }
        return n;
    }

    static int reverse(int x) {
        int r = 0;
        for (int i = 0; i < 32; i++) {
            r = r << 1 | x >>> i & 1;
        }
        return r;
    }

    public static void main(String[] args) {
        int x = Integer.MAX_VALUE;
        System.out.println(x + 1 + " " + x * 2 + " " + -(x + 1) + " " + (x + 1) / -1 + " " + (x + 1) % -1);
        System.out.println((1 << 33) + " " + (-16 >> 2) + " " + (-16 >>> 28) + " " + (1 << -1) + " " + ~x);
        System.out.println(bits(0x12345678) + " " + reverse(0x12345678) + " " + -7 / 2 + " " + -7 % 2);
        System.out.println(Math.floorDiv(-7, 2) + " " + Math.floorMod(-7, 2) + " " + Math.abs(-x) + " " + Math.min(x, 3));
        int seed = 1;
        for (int i = 0; i < 40; i++) {
            seed = seed * 1103515245 + 12345;
        }
        System.out.println(seed);
        int wide = 5;
        wide += 1000;
        wide -= 40000;
        System.out.println(wide++ + ++wide - wide-- + " " + wide);
    }
}
