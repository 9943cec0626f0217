/** Both parameters are the same array: each element needs the one before it. */
public class AliasedParameters {
    static void shift(int[] a, int[] b) {
        for (int i = 1; i < a.length; i++) { // advice: serial
            a[i] = b[i - 1] * b[i - 1] % 1009 + i;
        }
    }

    public static void main(String[] args) {
        int[] both = new int[3000];
        shift(both, both);
        System.out.println(both[2999]);
    }
}
