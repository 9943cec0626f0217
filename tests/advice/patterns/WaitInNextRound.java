/** Each round begins with a look at what the calls of the round before have written, and the last one is followed by a look, too. */
public class WaitInNextRound {
    static int[] levels = new int[16];

    static void update(int n, int level) {
        int hash = level + n; // advice of calls: future | with-changes | private-copies
        for (int k = 0; k < 250; k++) {
            hash = hash * hash % 10007 + k;
        }
        levels[n] = hash;
    }

    public static void main(String[] args) {
        int level = 1;
        for (int round = 0; round < 4; round++) {
            for (int n = 0; n < levels.length; n++) {
                level = level * 31 % 10007 + levels[n];
            }
            for (int n = 0; n < levels.length; n++) {
                update(n, level); // advice of sites: start before 16 and 23
            }
        }
        for (int n = 0; n < levels.length; n++) {
            level = level * 31 % 10007 + levels[n];
        }
        System.out.println(level);
    }
}
