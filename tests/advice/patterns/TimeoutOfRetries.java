/** An iteration tries again until it does not fail; how often follows from its own number only. */
public class TimeoutOfRetries {
    static int attempt(int i, int tries) {
        if ((i * 7919 + tries * 31) % 1009 % 3 == 0) {
            throw new IllegalStateException();
        }
        return i * tries % 31;
    }

    public static void main(String[] args) {
        int[] results = new int[2000];
        for (int i = 0; i < 2000; i++) { // advice: independent
            int tries = 0;
            while (true) {
                try {
                    results[i] = attempt(i, tries);
                    break;
                } catch (IllegalStateException e) {
                    tries++;
                }
            }
        }
        System.out.println(results[5] + results[1999]);
    }
}
