/** A method starts all calls and returns; what they did is read in its caller, some work later. */
public class WaitInCaller {
    static int[] heights = new int[20];

    static void raise(int n) {
        int hash = n; // advice of calls: future
        for (int k = 0; k < 250; k++) {
            hash = hash * hash % 10007 + k;
        }
        heights[n] = hash;
    }

    static void raiseAll() {
        for (int n = 0; n < heights.length; n++) {
            raise(n); // advice of sites: start before 31
        }
    }

    static int other(int seed) {
        int hash = seed;
        for (int k = 0; k < 2000; k++) {
            hash = hash * hash % 10009 + k;
        }
        return hash;
    }

    public static void main(String[] args) {
        raiseAll();
        int sum = other(3);

        for (int height : heights) {
            sum = sum * 31 + height;
        }
        System.out.println(sum);
    }
}
