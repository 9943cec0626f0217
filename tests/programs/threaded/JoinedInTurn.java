/** Four threads, each joined before the next one starts: never two at once. */
public class JoinedInTurn {
    public static void main(String[] args) throws InterruptedException {
        int size = Work.size(args);
        long[] sum = new long[1];
        for (int i = 0; i < 4; i++) {
            int number = i;
            Thread thread = new Thread(() -> sum[0] += Work.of(number, 4 * size));
            thread.start();
            thread.join();
        }
        System.out.println(sum[0]);
    }
}
