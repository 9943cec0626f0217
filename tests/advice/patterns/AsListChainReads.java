/** Each element of an array is computed from the one before, which is read through a list over the array. */
public class AsListChainReads {
    public static void main(String[] args) throws Exception {
        Integer[] numbers = new Integer[2000];
        java.util.List<Integer> list = java.util.Arrays.asList(numbers);
        numbers[0] = 1;
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            int last = list.get(i - 1);
            numbers[i] = (last * last + i) % 10007;
        }
        System.out.println(numbers[1999]);
    }
}
