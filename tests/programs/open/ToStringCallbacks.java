import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** `toString`, `compareTo` and `equals` called from inside the library: printing, concatenation, queues. */
public class ToStringCallbacks {
    static class Task implements Comparable<Task> {
        final int priority;
        int shown;

        Task(int priority) {
            this.priority = priority;
        }

        @Override
        public String toString() {
            shown++;
            if (priority == 13) {
                throw new IllegalStateException("unlucky");
            }
            return "#" + priority + (shown > 1 ? "'" : "");
        }

        @Override
        public int compareTo(Task o) {
            return priority - o.priority;
        }
    }

    public static void main(String[] args) {
        PriorityQueue<Task> queue = new PriorityQueue<>();
        for (int i = 0; i < 12; i++) {
            queue.add(new Task(i * 7 % 19));
        }
        List<Task> out = new ArrayList<>();
        while (out.size() < 4) {
            out.add(queue.poll());
        }
        System.out.println(out);
        System.out.println(out.get(0) + "" + out.get(1) + new StringBuilder().append(out.get(2)));
        System.out.println((Object) out.get(3));
        try {
            System.out.println("x" + new Task(13));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
