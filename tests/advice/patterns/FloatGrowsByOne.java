/** A float that grows by one in each iteration stays where it is at 2^24. */
public class FloatGrowsByOne {
    public static void main(String[] args) {
        float full = 16777214f;
        float[] seen = new float[3000];
        for (int i = 0; i < 3000; i++) { // advice: scan | with-changes | reduction | serial | overlapping via full
            seen[i] = full;
            full += 1f;
        }
        System.out.println(full + seen[7]);
    }
}
