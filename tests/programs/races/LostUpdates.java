/** Updates of a static field, an element and a field that another thread's may get lost in between. */
public class LostUpdates {
    static int plain;
    static int[] cells = new int[4];
    int field;

    void update() {
        plain++; // races
        cells[1]++; // races
        field++; // races
    }

    public static void main(String[] args) throws Exception {
        LostUpdates shared = new LostUpdates();
        Thread[] all = new Thread[2];
        for (int t = 0; t < all.length; t++) {
            all[t] = new Thread(() -> {
                for (int i = 0; i < 100; i++) {
                    shared.update();
                }
            });
            all[t].start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        System.out.println(plain > 0 && cells[1] > 0 && shared.field > 0);
    }
}
