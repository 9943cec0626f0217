/** Numbers are read one after the other from a text. */
public class ScannerInput {
    public static void main(String[] args) {
        java.util.Scanner input = new java.util.Scanner("17 4 23 8 15 16 42 99 ".repeat(150));
        int[] values = new int[1200];
        for (int i = 0; i < values.length; i++) { // advice: serial | not-known
            values[i] = input.nextInt() * 7 % 31;
        }
        System.out.println(values[1199]);
    }
}
