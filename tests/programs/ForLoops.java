/** `for` loops: counting up, down and in steps, zero trips, two counters, nested. */
public class ForLoops {
    public static void main(String[] args) {
        int up = 0;
        for (int i = 0; i < 10; i++) {
            up += i;
        }
        int down = 0;
        for (int i = 10; i > 0; --i) {
            down = down * 3 + i;
        }
        int steps = 0;
        for (int i = 0; i < 100; i += 7) {
            steps ^= i;
        }
        int never = 0;
        for (int i = 5; i < 5; i++) {
            never++;
        }
        int two = 0;
        for (int i = 0, j = 20; i < j; i++, j -= 2) {
            two += i * j;
        }
        int nested = 0;
        for (int i = 0; i < 6; i++) {
            for (int j = i; j < 6; j++) {
                nested += i * 10 + j;
            }
        }
        System.out.println(up + " " + down + " " + steps + " " + never + " " + two + " " + nested);
    }
}
