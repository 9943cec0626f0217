/** What an iteration takes from the queue was put there by an earlier one. */
public class Worklist {
    public static void main(String[] args) {
        java.util.ArrayDeque<Integer> work = new java.util.ArrayDeque<>();
        work.add(1);
        int done = 0;
        while (!work.isEmpty()) { // advice: serial | not-known | search
            int task = work.poll();
            done += task % 7;
            if (task < 1500) {
                work.add(2 * task);
                work.add(2 * task + 1);
            }
        }
        System.out.println(done);
    }
}
