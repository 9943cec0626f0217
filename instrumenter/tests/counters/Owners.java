// Objects and arrays of the task and of others, in the same methods: only the run tells them apart.
// estimate rd = 3 wr = 2
// drd [1,0] = 8
// dwr [1,0] = 3
// drd [1,1] = 6 array int[] length 3 index 0..2
// dwr [1,1] = 2 array int[] length 3 index 0..2
// drd [1,2] = 3 array int[] length 3 index 0..2
public class Owners {
    static class Point {
        int x;
        int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        int sum() {
            return x + y;
        }

        void move() {
            x = 7;
        }
    }

    static int[] numbers = {1, 2, 3};
    static Point first = new Point(1, 2);
    static Point kept;
    static int[] keptNumbers;

    public static void main(String[] args) {
        task();
        task();
    }

    /** In each scope 2 reads of `first` and its move; in the second one 4 reads and a move of what the first one has kept. */
    static void task() {
        Point own = new Point(3, 4);
        int[] mine = {4, 5, 6};
        int sum = own.sum() + first.sum() + total(mine) + total(numbers);
        if (kept != null) {
            sum += kept.sum() + kept.sum() + total(keptNumbers);
            kept.move();
        }
        kept = own;
        keptNumbers = mine;
        kept.move();
        first.move();
        put(mine, sum);
        put(numbers, sum);
        sum += kept.sum();
    }

    static int total(int[] numbers) {
        int sum = 0;
        for (int i = 0; i < numbers.length; i++) {
            sum += numbers[i];
        }
        return sum;
    }

    static void put(int[] numbers, int value) {
        numbers[value % 3] = value;
    }
}
