/** The length of the run that a value belongs to depends on the values before. */
public class RunLengths {
    public static void main(String[] args) {
        int[] lengths = new int[3000];
        int run = 0;
        for (int i = 0; i < lengths.length; i++) { // advice: serial | scan via run
            run = i * 7 % 31 < 15 ? run + 1 : 0;
            lengths[i] = run;
        }
        System.out.println(lengths[17] + lengths[2999]);
    }
}
