/** Each iteration has a generator of its own, started from the counter. */
public class GeneratorPerIteration {
    public static void main(String[] args) {
        int hits = 0;
        for (int i = 0; i < 1000; i++) { // advice: reduction via hits
            java.util.Random random = new java.util.Random(i);
            double x = random.nextDouble();
            double y = random.nextDouble();
            if (x * x + y * y < 1) {
                hits++;
            }
        }
        System.out.println(hits);
    }
}
