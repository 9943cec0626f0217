import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.LinkedBlockingDeque;

/** Queues take elements at the end, at the front, by their order, or only as long as they are not full. */
public class QueuesOfManyKinds {
    static int mix(int v) {
        for (int k = 0; k < 60; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    public static void main(String[] args) {
        int n = 120;
        ArrayDeque<Integer> ends = new ArrayDeque<>();
        for (int i = 0; i < n; i++) { // advice: reduction via ArrayDeque, remedy queue-per-task
            ends.addLast(mix(i));
        }
        Deque<Integer> fronts = new ArrayDeque<>();
        for (int i = 0; i < n; i++) { // advice: reduction via Deque, remedy queue-in-reverse
            fronts.addFirst(mix(i));
        }
        ConcurrentLinkedDeque<Integer> pushed = new ConcurrentLinkedDeque<>();
        for (int i = 0; i < n; i++) { // advice: reduction via Deque, remedy queue-in-reverse
            pushed.push(mix(i));
        }
        PriorityQueue<Integer> sorted = new PriorityQueue<>();
        for (int i = 0; i < n; i++) { // advice: reduction via Queue, remedy sorting-queue
            sorted.add(mix(i));
        }
        // Those that come when it is full are lost.
        Queue<Integer> few = new ArrayDeque<>();
        Queue<Integer> hidden = new ArrayBlockingQueue<>(50);
        for (int i = 0; i < n; i++) { // advice: not-known | serial
            hidden.offer(mix(i));
        }
        few.addAll(hidden);
        BlockingQueue<Integer> bounded = new ArrayBlockingQueue<>(50);
        for (int i = 0; i < n; i++) { // advice: not-known | serial
            bounded.offer(mix(i));
        }
        LinkedBlockingDeque<Integer> boundedEnds = new LinkedBlockingDeque<>(50);
        for (int i = 0; i < n; i++) { // advice: not-known | serial
            boundedEnds.offerLast(mix(i));
        }
        few.addAll(bounded);
        few.addAll(boundedEnds);
        System.out.println(ends.hashCode() + " " + fronts.peek() + " " + pushed.peek() + " " + sorted.peek() + " " + few.size());
    }
}
