/** All iterations draw from one generator: tasks need one each, and the numbers will differ. */
public class SharedRandom {
    public static void main(String[] args) {
        java.util.Random random = new java.util.Random(42);
        int hits = 0;
        for (int i = 0; i < 2000; i++) { // advice: with-changes | serial
            double x = random.nextDouble();
            double y = random.nextDouble();
            if (x * x + y * y < 1) {
                hits++;
            }
        }
        System.out.println(hits);
    }
}
