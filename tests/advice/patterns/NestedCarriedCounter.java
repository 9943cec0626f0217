/** A counter that both loops advance is the index of what they write. */
public class NestedCarriedCounter {
    public static void main(String[] args) {
        int[] pairs = new int[60 * 60];
        int k = 0;
        for (int i = 0; i < 60; i++) { // advice: scan | serial via k
            for (int j = i; j < 60; j++) { // advice: independent
                pairs[k++] = i * 100 + j;
            }
        }
        System.out.println(k + " " + pairs[k - 1]);
    }
}
