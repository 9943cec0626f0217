/** The library sets all elements to what is computed from one of them. */
public class SetAllChain {
    public static void main(String[] args) throws Exception {
        int[] numbers = new int[50];
        for (int i = 0; i < 500; i++) { // advice: serial | not-known
            int last = numbers[i % 50];
            java.util.Arrays.setAll(numbers, j -> (last * last + j) % 1009);
        }
        System.out.println(numbers[49]);
    }
}
