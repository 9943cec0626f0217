/** The field that the last iteration wrote is read by reflection after the loop. */
public class ReflectionReadAfter {
    static int last;

    public static void main(String[] args) throws ReflectiveOperationException {
        int[] sums = new int[2000];
        for (int i = 0; i < 2000; i++) { // advice: with-changes | not-known via last
            last = i % 7;
            sums[i] = last * i;
        }
        System.out.println(ReflectionReadAfter.class.getDeclaredField("last").getInt(null) + sums[77]);
    }
}
