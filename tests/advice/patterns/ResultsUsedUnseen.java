import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Code that is not traced gets the results of calls, and decides by them what the next call is given. */
public class ResultsUsedUnseen {
    interface Step {
        int next(int state);
    }

    static class Version implements Comparable<Version> {
        final int number;

        Version(int number) {
            this.number = number;
        }

        public int compareTo(Version other) {
            return Integer.compare(work(number), work(other.number));
        }
    }

    static int work(int i) {
        int sum = i;
        for (int k = 0; k < 100; k++) {
            sum = (sum * 31 + k) % 10007;
        }
        return sum;
    }

    public static void main(String[] args) {
        Step step = state -> {
            int sum = work(state); // advice of calls: serial via lambda
            return sum % 1009;
        };
        int state = 1;
        for (int i = 0; i < 1000; i++) { // advice: serial via state
            state = step.next(state);
        }
        Map<String, Integer> totals = new HashMap<>();
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            totals.compute("total", (key, total) -> {
                return total == null ? 1 : work(total); // advice of calls: not-known via lambda, remedy used-unseen
            });
        }
        List<Version> versions = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            versions.add(new Version(i * 7919 % 1009));
        }
        Collections.sort(versions);
        System.out.println(state + " " + totals + " " + versions.get(7).number);
    }
}
