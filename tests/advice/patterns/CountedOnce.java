/** One iteration counts, or none does: the counter is a variable of the code around, which no lambda can change. */
public class CountedOnce {
    public static void main(String[] args) {
        int[] values = new int[3000];
        for (int i = 0; i < 3000; i++) { // advice: independent, edit IntStream.range(0, 3000).parallel().forEach(i -> …)
            values[i] = i * 7919 % 100003;
        }
        int found = 0;
        for (int i = 0; i < 3000; i++) { // advice: reduction via found, edit none
            if (values[i] == 1500 * 7919 % 100003) {
                found++;
            }
        }
        int failed = 0;
        for (int i = 0; i < 3000; i++) { // advice: reduction via failed, edit none
            try {
                values[i] = 100 / (values[i] + 1);
            } catch (ArithmeticException e) {
                failed++;
            }
        }
        System.out.println(found + " " + failed);
    }
}
