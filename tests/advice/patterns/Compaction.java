/** Elements that pass a test move to the front: each place depends on how many passed before. */
public class Compaction {
    public static void main(String[] args) {
        int n = 3000;
        int[] kept = new int[n];
        int count = 0;
        for (int i = 0; i < n; i++) { // advice: scan | serial via count
            if (i * 7 % 31 > 12) {
                kept[count++] = i;
            }
        }
        System.out.println(count + " " + kept[count - 1]);
    }
}
