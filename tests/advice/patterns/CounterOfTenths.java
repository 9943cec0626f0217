/** A time that moves by a tenth in each step, which is rounded each time: a product would give other bits. */
public class CounterOfTenths {
    public static void main(String[] args) {
        double time = 0;
        double[] heights = new double[3000];
        for (int i = 0; i < 3000; i++) { // advice: scan | with-changes | reduction | serial | overlapping via time
            heights[i] = Math.sin(time) * i;
            time += 0.1;
        }
        System.out.println(time + heights[7]);
    }
}
