/** Results are tested, and what the tests choose is only counted: no call waits for another. */
public class CallsTested {
    static int work(int seed) {
        int hash = seed; // advice of calls: future | independent
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    public static void main(String[] args) {
        int even = 0;
        int greatest = 0;
        for (int i = 0; i < 30; i++) { // advice: reduction
            int result = work(i);
            if (result % 2 == 0) {
                even++;
            }
            if (result > greatest) {
                greatest = result;
            }
        }
        System.out.println(even + " " + greatest);
    }
}
