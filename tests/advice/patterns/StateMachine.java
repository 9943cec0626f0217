/** The next state depends on the last one, through a table. */
public class StateMachine {
    public static void main(String[] args) {
        int[][] table = {{1, 0, 2}, {2, 1, 0}, {0, 0, 1}};
        int state = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via state
            state = table[state][i * 7 % 31 % 3];
        }
        System.out.println(state);
    }
}
