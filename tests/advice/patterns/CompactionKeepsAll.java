/** Every element passes the test in this run; still the place depends on how many passed before. */
public class CompactionKeepsAll {
    public static void main(String[] args) {
        int n = 3000;
        int[] kept = new int[n];
        int count = 0;
        for (int i = 0; i < n; i++) { // advice: scan | serial via count
            if (i * 7 % 31 < 31 + args.length) {
                kept[count++] = i;
            }
        }
        System.out.println(count + " " + kept[count - 1]);
    }
}
