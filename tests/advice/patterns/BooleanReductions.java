/** Flags that are only combined with `|` and `&`. */
public class BooleanReductions {
    public static void main(String[] args) {
        int n = 3000;
        boolean found = false;
        for (int i = 0; i < n; i++) { // advice: reduction via found
            found |= i * 7919 % 1009 == 5;
        }
        boolean every = true;
        for (int i = 0; i < n; i++) { // advice: reduction via every
            every &= i * 7919 % 1009 >= 0;
        }
        System.out.println(found + " " + every);
    }
}
