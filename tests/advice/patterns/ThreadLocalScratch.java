/** What a variable of the thread holds is overwritten before it is read: each task could have a copy. */
public class ThreadLocalScratch {
    static final class Settings {
        int factor = 1;
        int last;
    }

    static final ThreadLocal<int[]> SCRATCH = ThreadLocal.withInitial(() -> new int[8]);
    static final ThreadLocal<StringBuilder> TEXT = ThreadLocal.withInitial(StringBuilder::new);
    static final ThreadLocal<Settings> SETTINGS = ThreadLocal.withInitial(Settings::new);
    static final ThreadLocal<int[]> BY_HAND = new ThreadLocal<>();

    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static int[] scratchByHand() {
        int[] scratch = BY_HAND.get();
        if (scratch == null) {
            scratch = new int[8];
            BY_HAND.set(scratch);
        }
        return scratch;
    }

    public static void main(String[] args) {
        int n = 100;
        int[] out = new int[n];
        for (int i = 0; i < n; i++) { // advice: private-copies
            int[] scratch = SCRATCH.get();
            for (int k = 0; k < 8; k++) {
                scratch[k] = mix(i + k, 8);
            }
            out[i] = scratch[i & 7];
        }
        for (int i = 0; i < n; i++) { // advice: with-changes via ThreadLocal, remedy copy-of-held-object
            StringBuilder text = TEXT.get();
            text.setLength(0);
            text.append(mix(i, 60));
            out[i] += text.length();
        }
        // Threads of other tasks would not have this factor: a copy has it.
        SETTINGS.get().factor = 3;
        for (int i = 0; i < n; i++) { // advice: private-copies
            Settings settings = SETTINGS.get();
            settings.last = mix(i, 60);
            out[i] += settings.last * settings.factor;
        }
        for (int i = 0; i < n; i++) { // advice: not-known | serial
            int[] scratch = scratchByHand();
            for (int k = 0; k < 8; k++) {
                scratch[k] = mix(i + k, 8);
            }
            out[i] += scratch[i & 7];
        }
        // The text grows from iteration to iteration.
        for (int i = 0; i < n; i++) { // advice: serial | not-known | overlapping
            StringBuilder text = TEXT.get();
            text.append(mix(i, 60) & 7);
            out[i] += text.length();
        }
        long sum = 0;
        for (int value : out) {
            sum = sum * 31 + value;
        }
        System.out.println(sum);
    }
}
