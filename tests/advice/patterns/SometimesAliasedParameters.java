/** Only one of many calls passes the same array twice: that is enough to keep the iterations in order. */
public class SometimesAliasedParameters {
    static void shift(int[] a, int[] b) {
        for (int i = 1; i < a.length; i++) { // advice: serial
            a[i] = b[i - 1] * b[i - 1] % 1009 + i;
        }
    }

    public static void main(String[] args) {
        int[] one = new int[500];
        int[] two = new int[500];
        for (int round = 0; round < 8; round++) {
            shift(one, round == 5 ? one : two);
        }
        System.out.println(one[499]);
    }
}
