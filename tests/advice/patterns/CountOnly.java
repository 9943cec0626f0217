/** What passes a test is counted, and nothing is stored. */
public class CountOnly {
    public static void main(String[] args) {
        int count = 0;
        for (int i = 0; i < 3000; i++) { // advice: reduction via count
            if (i * 7 % 31 > 12) {
                count++;
            }
        }
        System.out.println(count);
    }
}
