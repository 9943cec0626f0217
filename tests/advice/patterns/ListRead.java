/** A list is only read by index: nothing keeps the iterations apart. */
public class ListRead {
    public static void main(String[] args) {
        java.util.List<Integer> input = new java.util.ArrayList<>();
        for (int i = 0; i < 2000; i++) { // advice: reduction
            input.add(i * 7919 % 1009);
        }
        int[] output = new int[2000];
        for (int i = 1; i < 2000; i++) { // advice: independent
            output[i] = input.get(i) * 3 - input.get(i - 1);
        }
        System.out.println(output[1] + output[1999]);
    }
}
