/** Which place a result gets depends on how many results came before. */
public class AtomicPlaces {
    public static void main(String[] args) {
        java.util.concurrent.atomic.AtomicInteger count = new java.util.concurrent.atomic.AtomicInteger();
        int[] kept = new int[3000];
        for (int i = 0; i < kept.length; i++) { // advice: scan | serial | not-known
            if (i * 7919 % 1009 > 500) {
                kept[count.getAndIncrement()] = i;
            }
        }
        System.out.println(count.get() + kept[100]);
    }
}
