/** The state of a checksum object changes with every value, in order. */
public class Checksum {
    public static void main(String[] args) {
        java.util.zip.CRC32 sum = new java.util.zip.CRC32();
        for (int i = 0; i < 3000; i++) { // advice: not-known | serial
            sum.update(i * 7919 % 1009);
        }
        System.out.println(sum.getValue());
    }
}
