import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/** Tasks take a lock that the thread which starts them holds: in other threads they would wait for ever. */
public class TasksTakeHeldLock {
    static int[] out = new int[2000];
    static final List<Integer> shared = Collections.synchronizedList(new ArrayList<>());
    static final ReentrantLock guard = new ReentrantLock();

    static int work(int i) {
        int sum = i;
        for (int k = 0; k < 20; k++) {
            sum = (sum * 31 + k) % 10007;
        }
        return sum;
    }

    synchronized int helper(int i) {
        return work(i);
    }

    int unlocked(int i) {
        return work(i);
    }

    synchronized void process() {
        for (int i = 0; i < out.length; i++) { // advice: with-changes | not-known via TasksTakeHeldLock, remedy leave-lock
            out[i] = helper(i);
        }
        for (int i = 0; i < out.length; i++) { // advice: independent
            out[i] += unlocked(i);
        }
        fill();
    }

    void fill() {
        for (int i = 0; i < out.length; i++) { // advice: with-changes | not-known via TasksTakeHeldLock, remedy leave-lock
            out[i] += helper(i);
        }
    }

    void stream() {
        synchronized (this) {
            out = IntStream.range(0, 2000) // advice of stream: with-changes | not-known via TasksTakeHeldLock, remedy leave-lock
                    .map(i -> helper(i) + out[i])
                    .toArray();
        }
    }

    static void list() {
        synchronized (shared) {
            for (int i = 0; i < out.length; i++) { // advice: with-changes | not-known via TasksTakeHeldLock, remedy leave-lock
                out[i] += work(i) + shared.get(i);
            }
        }
        for (int i = 0; i < out.length; i++) { // advice: independent | with-changes
            out[i] += work(i) + shared.get(i);
        }
    }

    static int guarded(int i) {
        guard.lock();
        try {
            return work(i);
        } finally {
            guard.unlock();
        }
    }

    static void locked() {
        guard.lock();
        try {
            for (int i = 0; i < out.length; i++) { // advice: with-changes | not-known via TasksTakeHeldLock, remedy leave-lock
                out[i] += guarded(i);
            }
        } finally {
            guard.unlock();
        }
        for (int i = 0; i < out.length; i++) { // advice: independent | with-changes
            out[i] += guarded(i);
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < out.length; i++) {
            shared.add(i);
        }
        TasksTakeHeldLock one = new TasksTakeHeldLock();
        one.process();
        one.stream();
        list();
        locked();
        System.out.println(out[1999]);
    }
}
