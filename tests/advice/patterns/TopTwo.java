/** The two greatest values: the greatest one falls back to second when it is passed. */
public class TopTwo {
    public static void main(String[] args) {
        int first = -1;
        int second = -1;
        for (int i = 0; i < 3000; i++) { // advice: serial | not-known
            int value = i * 7919 % 100003 % 5000;
            if (value > first) {
                second = first;
                first = value;
            } else if (value > second) {
                second = value;
            }
        }
        System.out.println(first + " " + second);
    }
}
