/** It looks like an exclusive or of many values, but each of them is made from the last state. */
public class XorShift {
    public static void main(String[] args) {
        int state = 2463534;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via state
            state ^= state << 13;
            state ^= state >>> 17;
            state ^= state << 5;
        }
        System.out.println(state);
    }
}
