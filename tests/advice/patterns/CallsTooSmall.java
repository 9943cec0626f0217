/** A call of a few instructions is no task, whatever it depends on. */
public class CallsTooSmall {
    static int square(int value) {
        return value * value % 31; // advice of calls: none
    }

    public static void main(String[] args) {
        int[] results = new int[3000];
        for (int i = 0; i < results.length; i++) { // advice: independent
            results[i] = square(i);
        }
        System.out.println(results[2999]);
    }
}
