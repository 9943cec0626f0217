/** The caller sets a static field anew before each call: calls at once need a setting each. */
public class CallsReadStaticSetting {
    static int setting;

    static int work(int seed) {
        int hash = seed; // advice of calls: private-copies | with-changes
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + setting;
        }
        return hash;
    }

    public static void main(String[] args) {
        int[] results = new int[30];
        for (int i = 0; i < results.length; i++) { // advice: private-copies via setting
            setting = i * 7 % 31;
            results[i] = work(i);
        }
        System.out.println(results[0] + results[29]);
    }
}
