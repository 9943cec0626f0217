/** The loop ends where an element says that its iterations write: what they compute decides whether there is a next one. */
public class BoundsInElementsWritten {
    public static void main(String[] args) {
        int[] limit = {20};
        int[] values = new int[4000];
        for (int i = 0; i < limit[0]; i++) { // advice: serial
            values[i] = i * 7919 % 10007;
            if (values[i] % 3 == 0 && limit[0] < 3000) {
                limit[0] += 4;
            }
        }
        int[] stop = {0};
        for (int i = 0; stop[0] == 0 && i < 4000; i++) { // advice: serial | search
            values[i] ^= 5;
            stop[0] = values[i] == 77777 ? 1 : 0;
        }
        System.out.println(values[9]);
    }
}
