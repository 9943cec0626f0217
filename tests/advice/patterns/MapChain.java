/** Each value is computed from the one that the iteration before put into the map. */
public class MapChain {
    static int next(int value, int i) {
        return (value * value + i) % 10007;
    }

    public static void main(String[] args) {
        java.util.Map<Integer, Integer> chain = new java.util.HashMap<>();
        chain.put(0, 1);
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            chain.put(i, next(chain.get(i - 1), i));
        }
        System.out.println(chain.get(1999));
    }
}
