/** The first result of a kind ends the loop: later calls would not be made. */
public class CallEndsLoop {
    static int work(int seed) {
        int hash = seed; // advice of calls: serial | none
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    public static void main(String[] args) {
        int found = -1;
        for (int i = 0; i < 60; i++) { // advice: search
            if (work(i) % 29 == 7) {
                found = i;
                break;
            }
        }
        System.out.println(found);
    }
}
