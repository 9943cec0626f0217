/** A method computes the next value from the last one in a way that is not associative. */
public class ChainThroughMethod {
    static int next(int state, int value) {
        return (state * state + value) % 10007; // advice of calls: none
    }

    public static void main(String[] args) {
        int state = 1;
        for (int i = 0; i < 3000; i++) { // advice: serial via state
            state = next(state, i);
        }
        System.out.println(state);
    }
}
