/** Exceptions do not leave the calls: what follows runs in any case. */
public class CallsCatchTheirOwn {
    static int root(int hash) {
        if (hash % 3 == 0) {
            throw new IllegalArgumentException();
        }
        return hash;
    }

    static int work(int i) {
        int hash = i; // advice of calls: future | independent
        for (int j = 0; j < 300; j++) {
            hash = (hash * 31 + j) % 10007;
        }
        try {
            return root(hash);
        } catch (IllegalArgumentException e) {
            return -1;
        }
    }

    public static void main(String[] args) {
        int[] results = new int[40];
        for (int i = 0; i < 40; i++) { // advice: independent
            results[i] = work(i);
        }
        System.out.println(results[3] + results[39]);
    }
}
