/** The second call needs the result of the first at once, but no item needs another. */
public class CallsOfTwoStages {
    static int first(int seed) {
        int hash = seed; // advice of calls: serial | future
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    static int second(int value) {
        int hash = value; // advice of calls: future | independent
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10009 + j;
        }
        return hash;
    }

    public static void main(String[] args) {
        int[] results = new int[20];
        for (int i = 0; i < results.length; i++) { // advice: independent
            results[i] = second(first(i));
        }
        System.out.println(results[0] + results[19]);
    }
}
