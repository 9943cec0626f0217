/** The result of each call decides at once which call comes next. */
public class CallDecides {
    static int work(int seed) {
        int hash = seed; // advice of calls: serial
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    public static void main(String[] args) {
        int at = 1;
        for (int i = 0; i < 30; i++) { // advice: serial via at
            if (work(at) % 2 == 0) {
                at = at * 3;
            } else {
                at = at + 1;
            }
        }
        System.out.println(at);
    }
}
