/** The same array and the same object under several names; objects that swap places. */
public class Aliases {
    int v;
    Aliases peer;

    static void swap(Aliases[] a, int i, int j) {
        Aliases t = a[i];
        a[i] = a[j];
        a[j] = t;
    }

    static void shift(int[] from, int[] to) {
        for (int i = 1; i < from.length; i++) {
            to[i - 1] = from[i] + 1;
        }
    }

    public static void main(String[] args) {
        int[] a = {1, 2, 3, 4, 5, 6};
        int[] b = a;
        int[] c = a.clone();
        shift(a, b);
        shift(a, c);
        shift(c, a);
        Aliases[] all = new Aliases[6];
        for (int i = 0; i < 6; i++) {
            all[i] = new Aliases();
            all[i].v = a[i];
            all[i].peer = i > 0 ? all[i / 2] : all[i];
        }
        for (int i = 0; i < 5; i++) {
            swap(all, i, (i * 3 + 1) % 6);
            all[i].peer.v += all[i + 1].v;
            all[i].peer.peer = all[i].peer == all[0] ? all[5] : all[i].peer.peer;
        }
        int sum = 0;
        for (Aliases x : all) {
            sum = sum * 7 + x.v * (x == x.peer ? 2 : 1);
        }
        System.out.println(sum + " " + (a == b) + " " + (a == c));
    }
}
