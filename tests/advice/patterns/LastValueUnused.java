/** A field is set by every iteration and read by nobody else. */
public class LastValueUnused {
    static int scratch;

    public static void main(String[] args) {
        int[] results = new int[3000];
        for (int i = 0; i < results.length; i++) { // advice: private-copies via scratch
            scratch = i * 7919 % 1009;
            results[i] = scratch * scratch;
        }
        System.out.println(results[2999]);
    }
}
