/** A queue keeps the last values: each iteration takes out what an earlier one put in. */
public class SlidingWindow {
    public static void main(String[] args) {
        java.util.ArrayDeque<Integer> window = new java.util.ArrayDeque<>();
        int[] oldest = new int[2000];
        for (int i = 0; i < oldest.length; i++) { // advice: serial | not-known
            window.add(i * 7919 % 1009);
            if (window.size() > 8) {
                oldest[i] = window.poll();
            }
        }
        System.out.println(oldest[1999]);
    }
}
