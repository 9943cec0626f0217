import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A function adds to the queue that the library goes through. */
public class CollectionForEachWorkList {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        Queue<Integer> queue = new ConcurrentLinkedQueue<>();
        queue.add(300);
        queue.forEach(x -> { // advice of stream: none
            work(x);
            if (x > 0) {
                queue.add(x - 1);
            }
        });
        System.out.println(queue.size());
    }
}
