/** The caller fills the argument anew for each call: a call that goes on needs a copy of it. */
public class CallsReadReusedBuffer {
    static int work(int[] buffer) {
        int hash = buffer[0]; // advice of calls: private-copies | with-changes
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + buffer[j % 8];
        }
        return hash;
    }

    public static void main(String[] args) {
        int[] results = new int[30];
        int[] buffer = new int[8];
        for (int i = 0; i < results.length; i++) { // advice: private-copies
            for (int j = 0; j < 8; j++) {
                buffer[j] = i * j + 1;
            }
            results[i] = work(buffer);
        }
        System.out.println(results[0] + results[29]);
    }
}
