/** Elements are taken one by one from an iterator and summed. */
public class ListIteration {
    public static void main(String[] args) {
        java.util.List<Integer> values = new java.util.ArrayList<>();
        for (int i = 0; i < 2000; i++) { // advice: reduction
            values.add(i * 7919 % 1009);
        }
        long sum = 0;
        for (int value : values) { // advice: reduction | with-changes
            sum += value * value % 31;
        }
        System.out.println(sum);
    }
}
