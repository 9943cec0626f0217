/** One variable is increased and multiplied: the order of the two matters. */
public class SumAndProductMixed {
    public static void main(String[] args) {
        int mixed = 1;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via mixed
            mixed += i % 7;
            if (i % 3 == 0) {
                mixed *= 3;
            }
        }
        System.out.println(mixed);
    }
}
