/** A recurrence in an object of type Integer: the value passes through code of the library. */
public class BoxedChain {
    public static void main(String[] args) {
        Integer state = 1;
        for (int i = 0; i < 3000; i++) { // advice: serial via state
            state = (state * state + i) % 10007;
        }
        System.out.println(state);
    }
}
