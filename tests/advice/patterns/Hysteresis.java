/** A switch that goes on above one threshold and off below another: its state depends on the order. */
public class Hysteresis {
    public static void main(String[] args) {
        boolean on = false;
        int time = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via on
            int value = i * 7919 % 1009;
            if (!on && value > 800) {
                on = true;
            } else if (on && value < 200) {
                on = false;
            }
            if (on) {
                time++;
            }
        }
        System.out.println(time);
    }
}
