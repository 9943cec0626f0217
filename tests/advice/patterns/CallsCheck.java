/** Calls only check their arguments: what follows must not run if one of them throws. */
public class CallsCheck {
    static void check(int value) {
        int hash = value; // advice of calls: not-known | serial
        for (int j = 0; j < 300; j++) {
            hash = (hash * 31 + j) % 10007;
        }
        if (hash % 3 == 0) {
            throw new IllegalArgumentException("bad");
        }
    }

    public static void main(String[] args) {
        int accepted = 0;
        int[] seen = new int[40];
        for (int i = 0; i < 40; i++) { // advice: reduction via accepted
            try {
                check(i);
                accepted++;
                seen[i] = 1;
            } catch (IllegalArgumentException e) {
                seen[i] = -1;
            }
        }
        System.out.println(accepted + " " + seen[3]);
    }
}
