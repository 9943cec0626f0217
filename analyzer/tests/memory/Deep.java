/** A recursion of 200,000 calls, which return without an event. */
public class Deep {
    static int down(int n) {
        if (n == 0) {
            return 0;
        }
        return down(n - 1) + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread deep = new Thread(null, () -> System.out.println(down(200_000)), "deep", 1L << 30);
        deep.start();
        deep.join();
    }
}
