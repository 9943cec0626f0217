/** `try` inside a loop and a loop inside `try`; handlers that continue, break, and fall through. */
public class TryInLoop {
    static int parse(String s) {
        int v = 0;
        for (int i = 0; i < s.length(); i++) {
            int d = s.charAt(i) - '0';
            if (d < 0 || d > 9) {
                throw new NumberFormatException("digit " + i);
            }
            v = v * 10 + d;
        }
        return v;
    }

    public static void main(String[] args) {
        String[] words = {"12", "x", "7", "4z", "", "30"};
        int sum = 0;
        int bad = 0;
        for (int i = 0; i < words.length; i++) {
            try {
                sum += parse(words[i]);
            } catch (NumberFormatException e) {
                bad++;
                continue;
            }
            sum *= 2;
        }
        int[] a = new int[5];
        int reached = 0;
        try {
            for (int i = 0; ; i++) {
                a[i] = i * i;
                reached = i;
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            reached += 100;
        }
        System.out.println(sum + " " + bad + " " + reached);
    }
}
