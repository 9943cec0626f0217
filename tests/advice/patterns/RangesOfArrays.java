import java.util.Arrays;

/** Calls of the library that fill, sort and search arrays touch the elements that they are told, and no others. */
public class RangesOfArrays {
    static int mix(int value, int rounds) {
        for (int k = 0; k < rounds; k++) { // advice: serial
            value = value * value % 10007 + k;
        }
        return value;
    }

    /** Each iteration begins with an array that is filled anew. */
    static int filled(int n) {
        int[] first = new int[40];
        int sum = 0;
        for (int i = 0; i < n; i++) { // advice: reduction via int[], remedy copy-per-task
            Arrays.fill(first, -1);
            for (int k = 0; k < 30; k++) { // advice: serial
                int place = mix(i + k, 3) & 31;
                if (first[place] < 0) {
                    first[place] = k;
                }
                sum += first[place];
            }
        }
        return sum;
    }

    /** Half of the array is as the iteration before has left it. */
    static int halfFilled(int n) {
        int[] first = new int[40];
        int sum = 0;
        for (int i = 0; i < n; i++) { // advice: serial via int[]
            Arrays.fill(first, 0, 16, -1);
            for (int k = 0; k < 30; k++) { // advice: serial
                int place = mix(i + k, 3) & 31;
                if (first[place] < 0) {
                    first[place] = k;
                }
                sum += first[place]++;
            }
        }
        return sum;
    }

    static int sorted(int n) {
        int[] values = new int[40];
        int sum = 0;
        for (int i = 0; i < n; i++) { // advice: reduction via int[], remedy copy-per-task
            for (int k = 0; k < 40; k++) { // advice: independent
                values[k] = mix(i + k, 3);
            }
            Arrays.sort(values);
            sum += values[20] & 63;
        }
        return sum;
    }

    /** One element stays from the iteration before. */
    static int keptSorted(int n) {
        int[] values = new int[40];
        int sum = 0;
        for (int i = 0; i < n; i++) { // advice: serial | overlapping
            for (int k = 0; k < 39; k++) { // advice: independent
                values[k] = mix(i + k, 3);
            }
            Arrays.sort(values);
            sum += values[20] & 63;
        }
        return sum;
    }

    static void chunks(int[] all) {
        int length = all.length / 8;
        for (int i = 0; i < 8; i++) { // advice: independent
            all[i * length] = mix(all[i * length], 200);
            Arrays.sort(all, i * length, (i + 1) * length);
        }
    }

    /** Neighbours share an element. */
    static void overlapping(int[] all) {
        int length = all.length / 8;
        for (int i = 0; i < 7; i++) { // advice: serial via int[]
            all[i * length] = mix(all[i * length], 200);
            Arrays.sort(all, i * length, (i + 1) * length + 1);
        }
    }

    static void rows(int[][] all) {
        for (int i = 0; i < all.length; i++) { // advice: independent
            Arrays.fill(all[i], mix(i, 40));
            Arrays.sort(all[i]);
        }
    }

    static int searched(int[] sorted, int n) {
        int found = 0;
        for (int i = 0; i < n; i++) { // advice: reduction via found
            found += Arrays.binarySearch(sorted, mix(i, 30)) < 0 ? 0 : 1;
        }
        return found;
    }

    static int copied(int[] all, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) { // advice: reduction via sum
            int[] part = Arrays.copyOfRange(all, mix(i, 40) % 100, 100);
            Arrays.sort(part);
            sum += part[0] + Arrays.hashCode(part);
        }
        return sum;
    }

    public static void main(String[] args) {
        int[] all = new int[2000];
        for (int i = 0; i < all.length; i++) { // advice: independent
            all[i] = mix(i, 3);
        }
        int[] other = all.clone();
        int[][] rows = new int[40][100];
        chunks(all);
        overlapping(other);
        rows(rows);
        System.out.println(filled(90) + halfFilled(90) + sorted(90) + keptSorted(90) + all[7] + other[7] + rows[3][3]
            + searched(rows[1], 200) + copied(all, 100));
    }
}
