/** Both loops add to the same sum. */
public class NestedSharedSum {
    static long total;

    public static void main(String[] args) {
        for (int i = 0; i < 60; i++) { // advice: reduction via total
            for (int j = 0; j < 60; j++) { // advice: reduction via total
                total += i * j % 31;
            }
        }
        System.out.println(total);
    }
}
