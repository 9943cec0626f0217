/** Each new maximum is marked where it was found: that depends on all values before. */
public class RecordsMarked {
    public static void main(String[] args) {
        boolean[] isRecord = new boolean[3000];
        int most = -1;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan
            int value = i * 7919 % 100003 % 5000;
            if (value > most) {
                most = value;
                isRecord[i] = true;
            }
        }
        System.out.println(most + " " + isRecord[1] + isRecord[2999]);
    }
}
