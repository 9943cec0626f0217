/** Fractions are cut off each time a fraction is added to a whole number. */
public class NarrowedSum {
    public static void main(String[] args) {
        int cut = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | not-known via cut
            cut += Math.sqrt(i);
        }
        System.out.println(cut);
    }
}
