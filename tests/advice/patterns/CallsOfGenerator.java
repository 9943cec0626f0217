/** Each call continues from the state that the last one left in the object. */
public class CallsOfGenerator {
    private long state = 42;

    int next() {
        long s = state; // advice of calls: serial via state
        for (int j = 0; j < 200; j++) {
            s = s * s % 1_000_003 + j;
        }
        state = s;
        return (int) s % 100;
    }

    public static void main(String[] args) {
        CallsOfGenerator generator = new CallsOfGenerator();
        int[] numbers = new int[30];
        for (int i = 0; i < numbers.length; i++) { // advice: serial via state
            numbers[i] = generator.next();
        }
        System.out.println(numbers[0] + numbers[29]);
    }
}
