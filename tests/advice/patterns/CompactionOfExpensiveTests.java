/** Only the place of a result depends on earlier iterations, the test before it does not. */
public class CompactionOfExpensiveTests {
    public static void main(String[] args) {
        int n = 300;
        int[] kept = new int[n];
        int count = 0;
        for (int i = 0; i < n; i++) { // advice: scan | overlapping via count
            int hash = i;
            for (int j = 0; j < 40; j++) { // advice: serial | scan via hash
                hash = hash * hash % 10007 + j;
            }
            if (hash % 2 == 0) {
                kept[count++] = i;
            }
        }
        System.out.println(count + " " + kept[count - 1]);
    }
}
