/** Calls meet in a list over an array. */
public class CallsOfLibraryState {
    static final Integer[] NUMBERS = new Integer[300];
    static final java.util.List<Integer> LIST = java.util.Arrays.asList(NUMBERS);

    static int step(int i) { // advice of calls: serial | not-known | none
        int value = NUMBERS[i - 1] == null ? 1 : NUMBERS[i - 1];
        for (int j = 0; j < 300; j++) {
            value = (value * value + j) % 10007;
        }
        LIST.set(i, value);
        return value;
    }

    public static void main(String[] args) throws Exception {
        int sum = 0;
        for (int i = 1; i < 300; i++) { // advice: serial | not-known | reduction | none
            sum += step(i);
        }
        System.out.println(sum);
    }
}
