/** Exceptions do not leave the iteration in which they are thrown. */
public class CaughtInBody {
    static int root(int i) {
        if (i % 5 == 0) {
            throw new IllegalArgumentException();
        }
        return i * 7 % 31;
    }

    public static void main(String[] args) {
        int[] results = new int[2000];
        for (int i = 0; i < results.length; i++) { // advice: independent
            try {
                results[i] = root(i);
            } catch (IllegalArgumentException e) {
                results[i] = -1;
            }
        }
        System.out.println(results[5] + results[1999]);
    }
}
