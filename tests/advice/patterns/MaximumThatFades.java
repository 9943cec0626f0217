/** The greatest value fades by a tenth in each iteration: how much is left of one depends on when it came. */
public class MaximumThatFades {
    public static void main(String[] args) {
        double level = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | not-known | overlapping via level
            level = Math.max(level * 0.9, i * 7919 % 1009);
        }
        System.out.println(level);
    }
}
