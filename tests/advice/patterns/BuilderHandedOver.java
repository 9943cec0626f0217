import java.util.HashMap;
import java.util.Map;

/** A builder that a map gets from a function, which no call names: the text of the map shows it. */
public class BuilderHandedOver {
    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v & 1023;
    }

    /** A map has a builder that it has not made. */
    static int given(int n) {
        StringBuilder text = new StringBuilder();
        Map<String, Object> kept = new HashMap<>();
        kept.computeIfAbsent("text", k -> text);
        int sum = 0;
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            text.append(mix(i, 60));
            sum += kept.toString().length();
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(given(90));
    }
}
