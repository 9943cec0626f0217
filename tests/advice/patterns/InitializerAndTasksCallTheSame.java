/** The constructor of the constants that an initialiser makes is also called by tasks, for objects of their own. */
public class InitializerAndTasksCallTheSame {
    static class Style {
        static final Style PLAIN = new Style(3, 4);
        static final Style WIDE = new Style(40, 2);

        final int width;
        final int gap;

        Style(int width, int gap) {
            this.width = width;
            this.gap = gap;
        }

        static Style of(int i) {
            return i % 3 == 0 ? PLAIN : i % 3 == 1 ? WIDE : new Style(i, i % 7);
        }
    }

    public static void main(String[] args) {
        int[] sums = new int[2000];
        for (int i = 0; i < sums.length; i++) { // advice: independent | with-changes
            Style style = Style.of(i);
            int sum = 0;
            for (int k = 0; k < 20; k++) {
                sum = sum * 31 % 10007 + style.width + style.gap * k;
            }
            sums[i] = sum;
        }
        System.out.println(sums[1999]);
    }
}
