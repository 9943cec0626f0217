/** Each call computes the next state of an object from the one before. */
public class CallAdvancesField {
    private int state = 1;

    static int next(int state, int round) {
        int hash = state; // advice of calls: serial
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j + round;
        }
        return hash;
    }

    void run(int rounds) {
        for (int round = 0; round < rounds; round++) { // advice: serial via CallAdvancesField.state
            state = next(state, round);
        }
    }

    public static void main(String[] args) {
        CallAdvancesField machine = new CallAdvancesField();
        machine.run(30);
        System.out.println(machine.state);
    }
}
