/** Each iteration runs a thread that changes a field. */
public class ThreadsJoined {
    static int state = 1;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 100; i++) { // advice: serial | not-known
            int by = i;
            Thread thread = new Thread(() -> state = (state * state + by) % 10007);
            thread.start();
            thread.join();
        }
        System.out.println(state);
    }
}
