/** Iterations meet in elements, but all of them write the same value. */
public class ScatterSameValue {
    public static void main(String[] args) {
        boolean[] seen = new boolean[64];
        for (int i = 0; i < 3000; i++) { // advice: independent | with-changes | reduction
            seen[i * 7919 % 1009 & 63] = true;
        }
        System.out.println(seen[0] + " " + seen[17]);
    }
}
