/** Each element is only incremented: one histogram per task, added at the end. */
public class Histogram {
    public static void main(String[] args) {
        int[] counts = new int[16];
        for (int i = 0; i < 4000; i++) { // advice: reduction
            int key = i * 7919 % 1009 & 15;
            counts[key]++;
        }
        System.out.println(counts[0] + " " + counts[7]);
    }
}
