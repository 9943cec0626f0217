/** Every iteration sets a field, and the last value is used after the loop. */
public class LastValue {
    static int last;

    public static void main(String[] args) {
        for (int i = 0; i < 3000; i++) { // advice: with-changes via last
            last = i * 7919 % 1009;
        }
        System.out.println(last);
    }
}
