/** A step writes what it reads in the next element, in the buffer that is not swapped. */
public class BuffersSwappedReadBehind {
    public static void main(String[] args) {
        double[] now = new double[200];
        double[] next = now;
        now[0] = 1000;
        for (int step = 0; step < 30; step++) { // advice: serial
            for (int i = 1; i < 199; i++) { // advice: serial
                next[i] = (now[i - 1] + now[i] + now[i + 1]) / 3;
            }
            double[] swapped = now;
            now = next;
            next = swapped;
        }
        System.out.println(now[100] + now[90]);
    }
}
