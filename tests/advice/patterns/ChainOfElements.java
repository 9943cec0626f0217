/** A short chain beside work on elements, and one whose value chooses the element. */
public class ChainOfElements {
    static int work(int x) {
        for (int k = 0; k < 60; k++) {
            x ^= x << 13;
            x ^= x >>> 17;
            x ^= x << 5;
        }
        return x;
    }

    static long hash(String[] words) {
        long hash = 7;
        for (String word : words) { // advice: overlapping via hash
            hash = 31 * hash + work(word.hashCode());
        }
        return hash;
    }

    static double smooth(int[] values) {
        double smooth = 0;
        for (int i = 0; i < values.length; i++) { // advice: overlapping via smooth
            int value = values[i] + 1;
            smooth = smooth * 0.9 + work(value) * 0.1;
        }
        return smooth;
    }

    static long chosen(String[] words) {
        long hash = 7;
        for (int i = 0; i < words.length; i++) { // advice: serial via hash
            String word = words[(int) (hash & 63)];
            hash = 31 * hash + work(word.hashCode());
        }
        return hash;
    }

    static long written(int[] values) {
        long hash = 7;
        for (int i = 0; i < values.length; i++) { // advice: serial via hash
            values[i] = (int) hash;
            int value = values[i] + 1;
            hash = 31 * hash + work(value);
        }
        return hash;
    }

    public static void main(String[] args) {
        String[] words = new String[400];
        int[] values = new int[400];
        for (int i = 0; i < 400; i++) {
            words[i] = "w" + i;
            values[i] = i;
        }
        System.out.println(hash(words) + smooth(values) + chosen(words) + written(values));
    }
}
