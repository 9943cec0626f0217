/** A recurrence that is not linear: there is no short cut. */
public class LogisticMap {
    public static void main(String[] args) {
        double state = 0.3;
        for (int i = 0; i < 4000; i++) { // advice: serial via state
            state = 3.7 * state * (1 - state);
        }
        System.out.println(state > 0.5);
    }
}
