/** What an initialiser computes depends on how far the iterations are when they first need the class. */
public class InitializerNeedsTasks {
    static int now;

    static class Late {
        static final int SINCE = now * 7;
    }

    public static void main(String[] args) {
        int[] results = new int[2000];
        for (int i = 0; i < results.length; i++) { // advice: serial | not-known
            now = i;
            results[i] = i < 100 ? 0 : i - Late.SINCE;
        }
        System.out.println(results[1999]);
    }
}
