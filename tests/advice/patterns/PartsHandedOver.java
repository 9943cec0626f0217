import java.util.ArrayList;
import java.util.List;

/** A part of a list that a call is given in an array, which no event names: its text shows what is in the list by then. */
public class PartsHandedOver {
    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v & 1023;
    }

    static int shown(int n) {
        List<Integer> list = new ArrayList<>();
        int sum = 0;
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            list.add(mix(i, 60));
            sum += String.format("%s of %d", list.subList(0, list.size() / 2), i).length();
        }
        return sum;
    }

    static int elements(int n) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            list.add(i);
        }
        int sum = 0;
        for (int i = 0; i < n; i++) { // advice: reduction
            sum += mix(String.format("%s of %d", list.get(i), i).length(), 60);
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(shown(90) + elements(90));
    }
}
