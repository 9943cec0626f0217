/** The last iteration overwrites what the others have written. */
public class FillLast {
    public static void main(String[] args) throws Exception {
        int[] numbers = new int[1000];
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known | with-changes | private-copies
            numbers[i] = i * i % 31;
            if (i == 999) {
                java.util.Arrays.fill(numbers, 7);
            }
        }
        System.out.println(numbers[5]);
    }
}
