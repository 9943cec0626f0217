import java.util.HashMap;
import java.util.Map;

/** The values of a map are replaced while a stream runs over them. */
public class StreamOfValuesChanged {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        Map<Integer, Integer> values = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            values.put(i, i);
        }
        values.values().stream().forEach(v -> values.replace((v + 1) % 300, work(v) % 300)); // advice of stream: not-known | serial
        System.out.println(values.get(299));
    }
}
