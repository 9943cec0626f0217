import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lists that a map gets from a function, which no call names: its text shows them. */
public class ListsHandedOver {
    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v & 1023;
    }

    /** The text of a map shows the lists that the map has made. */
    static int shown(int n) {
        Map<String, List<Integer>> lists = new HashMap<>();
        for (String region : new String[] {"R0", "R1", "R2", "R3", "R4"}) {
            lists.computeIfAbsent(region, k -> new ArrayList<>());
        }
        List<Integer> first = lists.get("R0");
        int sum = 0;
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            first.add(mix(i, 60));
            sum += lists.toString().length();
        }
        return sum;
    }

    /** What else changes after the list hides nothing of it. */
    static int behindText(int n) {
        Map<String, List<Integer>> lists = new HashMap<>();
        lists.computeIfAbsent("R0", k -> new ArrayList<>());
        List<Integer> first = lists.get("R0");
        StringBuilder text = new StringBuilder();
        int sum = 0;
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            first.add(mix(i, 60));
            text.append(i);
            sum += lists.toString().length();
        }
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            first.add(mix(i, 60));
            StringBuilder own = new StringBuilder();
            own.append(i);
            sum += lists.toString().length() + own.length();
        }
        return sum + text.length();
    }

    public static void main(String[] args) {
        System.out.println(shown(90) + behindText(90));
    }
}
