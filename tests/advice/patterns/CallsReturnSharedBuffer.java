/** Each call returns the same array, filled anew: the caller must read it before the next call. */
public class CallsReturnSharedBuffer {
    static final int[] RESULT = new int[2];

    static int[] compute(int i) {
        int hash = i; // advice of calls: private-copies | with-changes | serial | not-known
        for (int j = 0; j < 300; j++) {
            hash = (hash * 31 + j) % 10007;
        }
        RESULT[0] = hash;
        RESULT[1] = hash % 7;
        return RESULT;
    }

    public static void main(String[] args) {
        long sum = 0;
        for (int i = 0; i < 40; i++) { // advice: private-copies | with-changes | not-known | serial | reduction
            int[] result = compute(i);
            sum += result[0] * result[1];
        }
        System.out.println(sum);
    }
}
