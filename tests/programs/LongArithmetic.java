/** `long` arithmetic, shifts, comparisons and locals, at the limits. */
public class LongArithmetic {
    static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    public static void main(String[] args) {
        long state = 42;
        long xor = 0;
        for (int i = 0; i < 30; i++) {
            state += 0x9e3779b97f4a7c15L;
            xor ^= mix(state);
        }
        System.out.println(xor);
        System.out.println(Long.MIN_VALUE / -1 + " " + Long.MIN_VALUE % -1 + " " + (-Long.MIN_VALUE) + " " + ~5L);
        System.out.println((1L << 65) + " " + (-8L >> 1) + " " + (-8L >>> 60) + " " + (5L & 3 | 8 ^ 1));
        System.out.println(gcd(1L << 40, 3L * 1024 * 1024 * 7) + " " + (xor > 0 ? 1 : xor < 0 ? -1 : 0));
        System.out.println((int) 0x1_2345_6789L + " " + (short) 0x18000L + " " + (byte) 200L + " " + (char) 65L);
        long n = 0;
        for (long i = 1L << 33; i > 0; i /= 3) {
            n += i;
        }
        System.out.println(n + " " + Math.abs(-n) + " " + Math.floorMod(-7L, 3L) + " " + Math.floorDiv(-7L, 3L));
    }
}
