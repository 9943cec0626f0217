/** Several iterations write the same element, and the last one must win. */
public class ScatterColliding {
    public static void main(String[] args) {
        int[] slot = new int[64];
        for (int i = 0; i < 3000; i++) { // advice: with-changes
            slot[i * 7919 % 1009 & 63] = i;
        }
        System.out.println(slot[0] + " " + slot[17]);
    }
}
