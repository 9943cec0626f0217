/** `&&`, `||`, `!`, `?:` with side effects, boolean values made of conditions. */
public class Conditions {
    static int asked;

    static boolean ask(boolean answer) {
        asked = asked * 3 + (answer ? 2 : 1);
        return answer;
    }

    static boolean logic(boolean a, boolean b, boolean c) {
        boolean x = ask(a) && (ask(b) || !ask(c));
        boolean y = ask(b) ^ (x | ask(c) & ask(a));
        return x != y || (a ? b && !c : c);
    }

    static int sign(int i) {
        return i > 0 ? 1 : i < 0 ? -1 : 0;
    }

    public static void main(String[] args) {
        int bits = 0;
        for (int i = 0; i < 8; i++) {
            asked = 0;
            bits = bits << 1 | (logic((i & 4) != 0, (i & 2) != 0, (i & 1) != 0) ? 1 : 0);
            System.out.print(asked + " ");
        }
        System.out.println(bits);
        int hits = 0;
        for (int i = -5; i < 5 && (hits < 4 || i == 4); i++) {
            if (!(i < -2) && i % 2 == 0 || i == -5) {
                hits += sign(i) * sign(i);
            }
        }
        Object o = null;
        System.out.println(hits + " " + (o == null) + (o != null || hits > 1));
    }
}
