/** A loop whose bound, array and step change while it runs. */
public class LateBoundLoop {
    int[] queue = new int[4];
    int head;
    int tail;

    void push(int v) {
        if (tail == queue.length) {
            int[] bigger = new int[queue.length * 2];
            System.arraycopy(queue, 0, bigger, 0, tail);
            queue = bigger;
        }
        queue[tail++] = v;
    }

    public static void main(String[] args) {
        LateBoundLoop q = new LateBoundLoop();
        q.push(24);
        int sum = 0;
        while (q.head < q.tail) {
            int v = q.queue[q.head++];
            sum += v;
            for (int d = 2; d < v; d += 1 + q.tail / 10) {
                if (v % d == 0) {
                    q.push(v / d);
                }
            }
        }
        System.out.println(sum + " " + q.tail + " " + q.queue.length);
    }
}
