/** A call reads a setting of the whole JVM, which its caller changes before it uses the result: begun early, it reads another one. */
public class SettingsReadByCalls {
    static int[] out = new int[100];

    static int scaled(int x) {
        int sum = x; // advice of calls: not-known | serial
        for (int k = 0; k < 400; k++) {
            sum = sum * 31 + (sum >>> 7) + k;
        }
        return sum + Integer.getInteger("scale", 1);
    }

    static int plain(int x) {
        int sum = x; // advice of calls: future | with-changes
        for (int k = 0; k < 400; k++) {
            sum = sum * 31 + (sum >>> 7) + k;
        }
        return sum & 0xffff;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 50; i++) {
            int one = scaled(i);
            int two = plain(i);
            System.setProperty("scale", Integer.toString(i));
            out[i] = one + two;
        }
        System.out.println(out[49]);
    }
}
