/** `float` arithmetic and every conversion between primitive types. */
public class FloatAndConversions {
    public static void main(String[] args) {
        float f = 0;
        for (int i = 1; i <= 20; i++) {
            f = f * 1.5f + 1f / i - i % 3;
        }
        System.out.println(f);
        int i = 1000000007;
        long l = 1234567890123456789L;
        double d = -98765.4321;
        System.out.println((float) i + " " + (double) i + " " + (long) i + " " + (byte) i + " " + (short) i);
        System.out.println(Float.floatToIntBits((float) l) + " " + Double.doubleToLongBits((double) l)
            + " " + (int) l + " " + (int) (char) i);
        System.out.println((float) d + " " + (int) d + " " + (long) d + " " + (byte) d + " " + (short) d);
        System.out.println((int) f + " " + (long) f + " " + (double) 0.5f + " " + (int) (char) 65601.5f);
        float nan = 0f / 0f;
        System.out.println((nan < 1) + " " + (nan > 1) + " " + (1f <= 1f) + " " + -f % 7f + " " + (-nan == nan));
        System.out.println(Float.floatToIntBits(-2.5f) + " " + Float.intBitsToFloat(0x40490fdb));
        byte b = 100;
        b += 100;
        short s = 30000;
        s *= 3;
        char c = 'x';
        c += 5;
        c++;
        System.out.println(b + " " + s + " " + c + " " + (char) (c - 32));
    }
}
