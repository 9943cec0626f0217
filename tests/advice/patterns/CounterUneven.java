/** Every iteration moves the counter, but the data says how far. */
public class CounterUneven {
    public static void main(String[] args) {
        int[] out = new int[9000];
        int k = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via k
            out[k] = i * 7 % 31;
            if (i < 1500) {
                k += 2;
            } else {
                k++;
            }
        }
        int j = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via j
            out[j] += i * 7 % 31;
            for (int m = 0; m < i % 3; m++) {
                j++;
            }
        }
        System.out.println(k + " " + j + " " + out[77]);
    }
}
