/** Each object takes the next number when it is made. */
public class NumbersGivenOut {
    static int last;
    final int number;

    NumbersGivenOut() {
        number = ++last;
    }

    public static void main(String[] args) {
        NumbersGivenOut[] all = new NumbersGivenOut[2000];
        for (int i = 0; i < 2000; i++) { // advice: serial | scan | with-changes
            if (i % 3 != 0) {
                all[i] = new NumbersGivenOut();
            }
        }
        System.out.println(all[77].number + last);
    }
}
