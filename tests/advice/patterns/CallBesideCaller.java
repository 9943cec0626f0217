/** The caller does other work before it needs the result. */
public class CallBesideCaller {
    static int work(int seed) {
        int hash = seed; // advice of calls: future
        for (int j = 0; j < 300; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    public static void main(String[] args) {
        int state = 1;
        for (int i = 0; i < 12; i++) { // advice: serial | overlapping via state
            int far = work(state);
            int near = i;
            for (int j = 0; j < 300; j++) {
                near = near * near % 10009 + j;
            }
            state = far + near;
        }
        System.out.println(state);
    }
}
