/** Loops with several exits: `return`, `break` inside a `switch`, two tests. */
public class LoopExits {
    static int indexOf(int[] a, int key) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == key) {
                return i;
            }
        }
        return -1;
    }

    static int scan(String s) {
        int state = 0;
        int at = 0;
        loop:
        while (at < s.length()) {
            switch (s.charAt(at)) {
                case 'a':
                    state += 1;
                    break;
                case 'b':
                    state *= 2;
                    break;
                case '!':
                    break loop;
                default:
                    at++;
                    continue;
            }
            at++;
            if (state > 1000) {
                return -state;
            }
        }
        return state * 100 + at;
    }

    public static void main(String[] args) {
        int[] a = {4, 8, 15, 16, 23, 42};
        System.out.println(indexOf(a, 16) + " " + indexOf(a, 5) + " " + indexOf(new int[0], 1));
        System.out.println(scan("abxab") + " " + scan("aa!bb") + " " + scan("") + " " + scan("abbbbbbbbbbbbb"));
    }
}
