/** A sum in an array is read through another variable for the same array. */
public class SumReadThroughAlias {
    static int[] view;

    public static void main(String[] args) {
        int[] sum = new int[1];
        view = sum;
        int even = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan
            sum[0] += i * 7 % 31;
            if (view[0] % 2 == 0) {
                even++;
            }
        }
        System.out.println(sum[0] + " " + even);
    }
}
