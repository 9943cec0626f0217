/** Three threads without a name, joined in turn, whose work is as 1 : 2 : 3. */
public class Nameless {
    public static void main(String[] args) throws InterruptedException {
        int size = Work.size(args);
        long sum = 0;
        for (int i = 0; i < 3; i++) {
            long[] result = new long[1];
            int number = i;
            Thread thread = new Thread(() -> result[0] = Work.of(number, 4 * (number + 1) * size), "");
            thread.start();
            thread.join();
            sum += result[0];
        }
        System.out.println(sum);
    }
}
