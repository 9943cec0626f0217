/** Elements are set by reflection and read by the next iteration. */
public class ReflectiveArray {
    public static void main(String[] args) throws Exception {
        int[] numbers = new int[2000];
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            int last = numbers[i - 1];
            java.lang.reflect.Array.setInt(numbers, i, (last * last + i) % 10007);
        }
        System.out.println(numbers[1999]);
    }
}
