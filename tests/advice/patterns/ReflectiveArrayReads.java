/** Elements are read by reflection after the iteration before has set them. */
public class ReflectiveArrayReads {
    public static void main(String[] args) throws Exception {
        int[] numbers = new int[2000];
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            int last = (Integer) java.lang.reflect.Array.get(numbers, i - 1);
            numbers[i] = (last * last + i) % 10007;
        }
        System.out.println(numbers[1999]);
    }
}
