/** The field of each object is computed from that of the object before. */
public class ObjectChain {
    int value;

    public static void main(String[] args) {
        ObjectChain[] all = new ObjectChain[2000];
        for (int i = 0; i < all.length; i++) { // advice: independent
            all[i] = new ObjectChain();
            all[i].value = i % 7;
        }
        for (int i = 1; i < all.length; i++) { // advice: serial via value
            int before = all[i - 1].value;
            all[i].value = (before * before + i) % 10007;
        }
        System.out.println(all[1999].value);
    }
}
