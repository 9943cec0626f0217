package wrong;

import executed.Started;
import executed.Versions;

// follows calls: WaitInNextRound.java:6 with-changes
// follows sites: 20 start at the end
/** The rounds begin before the calls of the rounds before are done. */
public final class WaitInNextRound implements Versions {
    private final int[] levels = new int[16];

    private void update(int n, int level) {
        int hash = level + n;
        for (int k = 0; k < 250; k++) {
            hash = hash * hash % 10007 + k;
        }
        levels[n] = hash;
    }

    private int look(int from) {
        int level = from;
        for (int n = 0; n < levels.length; n++) {
            level = level * 31 % 10007 + levels[n];
        }
        return level;
    }

    @Override
    public String serial() {
        int level = 1;
        for (int round = 0; round < 4; round++) {
            level = look(level);
            for (int n = 0; n < levels.length; n++) {
                update(n, level);
            }
        }
        return "" + look(level);
    }

    @Override
    public String parallel() throws Exception {
        Started started = new Started();
        int level = 1;
        for (int round = 0; round < 4; round++) {
            level = look(level);
            for (int n = 0; n < levels.length; n++) {
                int from = level;
                int number = n;
                started.start(() -> update(number, from));
            }
        }
        String result = "" + look(level);
        started.waitForAll();
        return result;
    }
}
