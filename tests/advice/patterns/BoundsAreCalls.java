import java.util.ArrayList;
import java.util.List;

/** The bound of a loop is asked for before each iteration: it only ends the loop early if iterations change it. */
public class BoundsAreCalls {
    private int used;
    private final int[] values = new int[2000];

    int used() {
        return used;
    }

    static int count() {
        return 500;
    }

    void add(int value) {
        values[used++] = value;
    }

    static int work(int i) {
        int sum = i;
        for (int k = 0; k < 100; k++) {
            sum = (sum * 31 + k) % 10007;
        }
        return sum;
    }

    public static void main(String[] args) {
        int[] results = new int[2000];
        List<Integer> list = new ArrayList<>();
        BoundsAreCalls own = new BoundsAreCalls();
        for (int k = 0; k < 500; k++) {
            list.add(k);
            own.add(k);
        }
        for (int i = 0; i < list.size(); i++) { // advice: independent
            results[i] = work(list.get(i));
        }
        for (int i = 0; i < own.used(); i++) { // advice: independent
            results[i] += work(i);
        }
        for (int i = 0; i < count(); i++) { // advice: independent
            results[i] += work(i);
        }
        for (int i = 0; i < own.used(); i++) { // advice: serial | not-known | search
            results[i] += work(i);
            if (i % 50 == 0 && own.used < 1000) {
                own.add(results[i]);
            }
        }
        for (int i = 0; i < list.size(); i++) { // advice: serial | not-known | search
            results[i] += work(i);
            if (i % 50 == 0 && list.size() < 1000) {
                list.add(results[i]);
            }
        }
        for (int i = 0; i < own.used(); i++) { // advice: serial | not-known | search
            results[i] += work(i);
            if (results[i] < 0) {
                own.add(results[i]);
            }
        }
        System.out.println(results[7] + results[100]);
    }
}
