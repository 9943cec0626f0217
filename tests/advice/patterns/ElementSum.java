/** A sum in one element of an array. */
public class ElementSum {
    public static void main(String[] args) {
        long[] sums = new long[2];
        for (int i = 0; i < 3000; i++) { // advice: reduction
            sums[0] += i * 7 % 31;
            sums[1] -= i % 5;
        }
        System.out.println(sums[0] + sums[1]);
    }
}
