import java.util.concurrent.atomic.AtomicLong;

/** Atomic variables that combine values, by functions for which their order matters or not. */
public class AtomicAccumulates {
    static int work(int start) {
        int x = start;
        for (int k = 0; k < 40; k++) {
            x = x * 31 % 10007 + k;
        }
        return x;
    }

    public static void main(String[] args) {
        AtomicLong most = new AtomicLong();
        for (int i = 0; i < 300; i++) { // advice: with-changes | reduction
            most.accumulateAndGet(work(i), Math::max);
        }
        AtomicLong turned = new AtomicLong();
        for (int i = 0; i < 300; i++) { // advice: not-known | serial
            turned.accumulateAndGet(work(i), (a, b) -> b - a);
        }
        AtomicLong asked = new AtomicLong();
        int[] results = new int[300];
        for (int i = 0; i < 300; i++) { // advice: not-known | serial
            results[i] = work((int) asked.accumulateAndGet(i % 17, Math::max));
        }
        System.out.println(most.get() + turned.get() + results[299]);
    }
}
