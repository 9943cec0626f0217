/** An open hash table that grows, with keys that are objects with their own hash and equality. */
public class HashTableByHand {
    static class Key {
        final int a, b;

        Key(int a, int b) {
            this.a = a;
            this.b = b;
        }

        int hash() {
            return a * 31 + b;
        }

        boolean same(Key o) {
            return a == o.a && b == o.b;
        }
    }

    Key[] keys = new Key[4];
    int[] values = new int[4];
    int used;

    int slot(Key[] in, Key k) {
        int i = k.hash() & in.length - 1;
        while (in[i] != null && !in[i].same(k)) i = i + 1 & in.length - 1;
        return i;
    }

    void add(Key k, int v) {
        if (used * 2 >= keys.length) grow();
        int i = slot(keys, k);
        if (keys[i] == null) {
            keys[i] = k;
            used++;
        }
        values[i] += v;
    }

    void grow() {
        Key[] bigger = new Key[keys.length * 2];
        int[] moved = new int[bigger.length];
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] == null) continue;
            int to = slot(bigger, keys[i]);
            bigger[to] = keys[i];
            moved[to] = values[i];
        }
        keys = bigger;
        values = moved;
    }

    public static void main(String[] args) {
        HashTableByHand t = new HashTableByHand();
        for (int i = 0; i < 80; i++) t.add(new Key(i % 7, i % 5), i);
        int x = t.values[t.slot(t.keys, new Key(3, 2))];
        System.out.println(t.used + " " + t.keys.length + " " + x);
    }
}
