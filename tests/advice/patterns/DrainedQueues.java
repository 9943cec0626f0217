import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.PriorityQueue;

/** Elements and lines that a loop takes one after the other: all of them could be taken first. */
public class DrainedQueues {
    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static ArrayDeque<Integer> filled(int n) {
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        for (int i = 0; i < n; i++) {
            queue.add(i);
        }
        return queue;
    }

    static BufferedReader text(int n) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < n; i++) {
            lines.append(mix(i, 2) & 255).append('\n');
        }
        return new BufferedReader(new StringReader(lines.toString()));
    }

    public static void main(String[] args) throws IOException {
        int n = 100;
        int sum = 0;
        ArrayDeque<Integer> queue = filled(n);
        while (!queue.isEmpty()) { // advice: reduction | with-changes via ArrayDeque, remedy take-all-first
            sum += mix(queue.poll(), 60);
        }
        PriorityQueue<Integer> sorted = new PriorityQueue<>(filled(n));
        Integer least;
        while ((least = sorted.poll()) != null) { // advice: reduction | with-changes via PriorityQueue, remedy take-all-first
            sum += mix(least, 60);
        }
        BufferedReader reader = text(n);
        String line;
        while ((line = reader.readLine()) != null) { // advice: reduction | with-changes via BufferedReader, remedy read-first
            sum += mix(Integer.parseInt(line), 60);
        }
        System.out.println(sum);

        // New elements come while others are taken.
        queue = filled(n);
        while (!queue.isEmpty()) { // advice: serial | not-known | overlapping
            int value = queue.poll();
            sum += mix(value, 60);
            if (value > 60) {
                queue.add(value / 2);
            }
        }
        // How many are left is part of the result.
        queue = filled(n);
        int[] left = new int[n];
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            left[i] = mix(queue.poll(), 60) + queue.size();
        }
        // Some take two.
        queue = filled(2 * n);
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            int value = queue.poll();
            sum += mix(value, 60);
            if ((sum & 3) == 0) {
                sum += queue.poll();
            }
        }
        // The end is decided by what was computed of the lines before.
        reader = text(n);
        int budget = 1_000;
        while (budget > 0 && (line = reader.readLine()) != null) { // advice: serial | not-known | overlapping | search
            budget -= mix(Integer.parseInt(line), 60) & 15;
        }
        System.out.println(sum + left[7] + budget);
    }
}
