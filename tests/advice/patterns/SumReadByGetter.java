/** A method reads the sum while it grows. */
public class SumReadByGetter {
    private int total;

    int total() {
        return total;
    }

    public static void main(String[] args) {
        SumReadByGetter own = new SumReadByGetter();
        int even = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via total
            own.total += i * 7 % 31;
            if (own.total() % 2 == 0) {
                even++;
            }
        }
        System.out.println(own.total + " " + even);
    }
}
