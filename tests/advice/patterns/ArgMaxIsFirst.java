/** The first value is the greatest, so only the first iteration says where: tasks that do not know it would say so, too. */
public class ArgMaxIsFirst {
    static int best = -1;
    static int at = -1;
    int most = -1;
    int place = -1;

    static void consider(int value, int i) {
        if (value > best) {
            best = value;
            at = i;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3000; i++) { // advice: reduction via at, remedy keep-together
            consider(5000 - i, i);
        }
        ArgMaxIsFirst kept = new ArgMaxIsFirst();
        for (int i = 0; i < 3000; i++) { // advice: reduction via place, remedy keep-together
            int value = 5000 - i;
            if (value > kept.most) {
                kept.most = value;
                kept.place = i;
            }
        }
        int local = -1;
        int where = -1;
        for (int i = 0; i < 3000; i++) { // advice: reduction via where, remedy keep-together
            int value = 5000 - i;
            if (value > local) {
                local = value;
                where = i;
            }
        }
        System.out.println(at + " " + kept.place + " " + where);
    }
}
