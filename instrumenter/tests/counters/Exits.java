// Every way out of a loop: break, return, exceptions caught inside and outside of it, the next loop around it.
// estimate rd = 7 wr = 0
// drd [1,1] = 83 array int[] length 10
public class Exits {
    static final int[] NUMBERS = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

    public static void main(String[] args) {
        task(NUMBERS);
    }

    static int task(int[] numbers) {
        int sum = 0;
        // 3 reads
        for (int i = 0; i < 10; i++) {
            if (numbers[i] == 3) {
                break;
            }
        }
        // 4 reads
        sum += find(numbers, 4);
        // 10 reads, and one that fails: it is counted, as the block begins before
        try {
            for (int i = 0;; i++) {
                sum += numbers[i];
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            sum++;
        }
        // 10 reads, each after an exception
        for (int i = 0; i < 10; i++) {
            try {
                sum /= i % 1;
            } catch (ArithmeticException e) {
                sum += numbers[i];
            }
        }
        // 6 reads, thrown out of the method
        try {
            broken(numbers);
        } catch (IllegalStateException e) {
            sum++;
        }
        // 5 times 9 reads
        outer:
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 10; i++) {
                sum += numbers[i];
                if (i == 8) {
                    continue outer;
                }
            }
        }
        // 4 reads
        int i = 0;
        do {
            i = numbers[i] + 1;
        } while (i < 8);
        return sum;
    }

    static int find(int[] numbers, int wanted) {
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    static void broken(int[] numbers) {
        for (int i = 0; i < 10; i++) {
            if (numbers[i] == 6) {
                throw new IllegalStateException();
            }
        }
    }
}
