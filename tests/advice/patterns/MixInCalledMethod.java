/** A called method mixes a value into a field in an order that matters. */
public class MixInCalledMethod {
    static int hash;

    static void mix(int value) {
        hash = hash * 31 + value;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3000; i++) { // advice: serial via hash
            mix(i * 7 % 31);
        }
        System.out.println(hash);
    }
}
