/** A splittable generator gives out other ones: what each of them draws depends on how many there were before. */
public class GeneratorSplit {
    public static void main(String[] args) {
        java.util.SplittableRandom random = new java.util.SplittableRandom(42);
        int[] sums = new int[500];
        for (int i = 0; i < 500; i++) { // advice: with-changes | not-known | serial
            java.util.SplittableRandom own = random.split();
            sums[i] = own.nextInt(100) + own.nextInt(50);
        }
        System.out.println(sums[77]);
    }
}
