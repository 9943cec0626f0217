/** A local declared outside the loop is set before it is read, and not used afterwards. */
public class PrivateLocal {
    public static void main(String[] args) {
        int[] results = new int[3000];
        int square;
        for (int i = 0; i < results.length; i++) { // advice: independent | private-copies
            square = i * i;
            results[i] = square % 31 + square % 17;
        }
        System.out.println(results[2999]);
    }
}
