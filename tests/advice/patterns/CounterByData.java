/** The step of the counter is read from the data. */
public class CounterByData {
    public static void main(String[] args) {
        int[] skips = new int[9000];
        for (int i = 0; i < skips.length; i++) { // advice: independent
            skips[i] = i * 7 % 5 + 1;
        }
        int k = 0;
        int visited = 0;
        while (k < skips.length) { // advice: serial | search via k
            visited++;
            k += skips[k];
        }
        System.out.println(visited);
    }
}
