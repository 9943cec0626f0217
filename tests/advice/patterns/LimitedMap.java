/** A map of the program drops its eldest entry when it is full, which the library asks it about. */
public class LimitedMap {
    static final class Cache extends java.util.LinkedHashMap<Integer, Integer> {
        @Override
        protected boolean removeEldestEntry(java.util.Map.Entry<Integer, Integer> eldest) {
            return size() > 20;
        }
    }

    public static void main(String[] args) {
        Cache cache = new Cache();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            cache.put(i * 7919 % 1009 % 50, i);
        }
        System.out.println(cache);
    }
}
