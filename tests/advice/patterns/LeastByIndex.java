/** Only the index of the least element is kept, by which elements are compared. */
public class LeastByIndex {
    public static void main(String[] args) {
        int[] values = new int[3000];
        for (int i = 0; i < 3000; i++) { // advice: independent
            values[i] = i * 7919 % 100003;
        }
        int least = 0;
        for (int i = 1; i < 3000; i++) { // advice: reduction | with-changes via least, for now serial
            least = values[i] < values[least] ? i : least;
        }
        System.out.println(least);
    }
}
