/** Where the one element is that is looked for, in a local: the only iteration that stores it must hand it on. */
public class NeedleFoundOnce {
    static int place;

    public static void main(String[] args) {
        int[] values = new int[3000];
        for (int i = 0; i < 3000; i++) { // advice: independent
            values[i] = i * 7919 % 100003;
        }
        int at = -1;
        for (int i = 0; i < 3000; i++) { // advice: with-changes via at, remedy keep-last
            if (values[i] == 1500 * 7919 % 100003) {
                at = i;
            }
        }
        // All tasks share a static variable.
        for (int i = 0; i < 3000; i++) { // advice: independent
            if (values[i] == 1700 * 7919 % 100003) {
                place = i;
            }
        }
        System.out.println(at + " " + place);
    }
}
