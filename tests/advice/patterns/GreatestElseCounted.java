/** Values that are not greater than all before them are counted: which ones they are depends on the order. */
public class GreatestElseCounted {
    public static void main(String[] args) {
        int greatest = -1;
        int others = 0;
        for (int i = 0; i < 3000; i++) { // advice: scan | serial via greatest
            int value = i * 7919 % 10007;
            if (value > greatest) {
                greatest = value;
            } else {
                others++;
            }
        }
        System.out.println(greatest + " " + others);
    }
}
