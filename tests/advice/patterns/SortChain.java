/** Sorting moves what the next iteration reads. */
public class SortChain {
    public static void main(String[] args) throws Exception {
        int[] numbers = new int[50];
        for (int i = 0; i < 500; i++) { // advice: serial | not-known
            numbers[0] = numbers[25] * 31 % 1009 + i;
            java.util.Arrays.sort(numbers);
        }
        System.out.println(numbers[49]);
    }
}
