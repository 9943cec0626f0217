/** Mutual recursion: a recursive-descent calculator, and even/odd. */
public class MutualRecursion {
    final String text;
    int at;

    MutualRecursion(String text) {
        this.text = text;
    }

    int peek() {
        return at < text.length() ? text.charAt(at) : -1;
    }

    int sum() {
        int v = product();
        while (peek() == '+' || peek() == '-') {
            v = text.charAt(at++) == '+' ? v + product() : v - product();
        }
        return v;
    }

    int product() {
        int v = atom();
        while (peek() == '*') {
            at++;
            v *= atom();
        }
        return v;
    }

    int atom() {
        if (peek() == '(') {
            at++;
            int v = sum();
            at++;
            return v;
        }
        int v = 0;
        while (peek() >= '0' && peek() <= '9') {
            v = v * 10 + text.charAt(at++) - '0';
        }
        return v;
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    public static void main(String[] args) {
        System.out.println(new MutualRecursion("2*(3+4)*5-(6-1)*(2+(7*3))").sum() + " " + even(31) + " " + odd(30));
    }
}
