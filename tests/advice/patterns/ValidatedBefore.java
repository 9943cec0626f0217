/** What is stored may only be stored if the check before does not throw. */
public class ValidatedBefore {
    static void check(int value) {
        int hash = value; // advice of calls: not-known | serial
        for (int j = 0; j < 300; j++) {
            hash = (hash * 31 + j) % 10007;
        }
        if (hash % 7 == 0) {
            throw new IllegalArgumentException("bad");
        }
    }

    static boolean isStored(int[] stored, int i) {
        try {
            check(i);
            stored[i] = i;
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    public static void main(String[] args) {
        int[] stored = new int[60];
        int count = 0;
        for (int i = 0; i < 60; i++) {
            if (isStored(stored, i)) {
                count++;
            }
        }
        System.out.println(count + stored[7]);
    }
}
