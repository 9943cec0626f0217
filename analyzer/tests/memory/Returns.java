/** A recursion that returns from all of its calls between two events, and does so several times. */
public class Returns {
    static int down(int n) {
        if (n == 0) {
            return 0;
        }
        return down(n - 1) + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread deep = new Thread(null, () -> {
            int sum = 0;
            for (int round = 0; round < 6; round++) {
                sum += down(200_000);
            }
            System.out.println(sum);
        }, "deep", 1L << 30);
        deep.start();
        deep.join();
    }
}
