/** Each row takes the next number when it is made: only rows that are made unevenly have to be counted first. */
public class NumbersOfRows {
    static final class Row {
        static int next;
        final int id;
        final int value;

        Row(int value) {
            id = next++;
            this.value = value;
        }
    }

    /** Only some take a number. */
    static final class Some {
        static int taken;
        int id = -1;

        Some(int value) {
            if (value % 3 == 0) {
                id = taken++;
            }
        }
    }

    /** Each begins behind the one before. */
    static final class Part {
        static int end;
        final int begin;

        Part(int value) {
            begin = end;
            end += value & 15;
        }
    }

    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    public static void main(String[] args) {
        int n = 200;
        Row[] rows = new Row[n];
        int[] ids = new int[n];
        for (int i = 0; i < n; i++) { // advice: scan via Row.next, remedy start-plus-steps
            rows[i] = new Row(mix(i, 200));
        }
        for (int i = 0; i < n; i++) { // advice: scan via taken, remedy prefix-sum
            ids[i] = new Some(mix(i, 200)).id;
        }
        for (int i = 0; i < n; i++) { // advice: scan | overlapping via end
            ids[i] += new Part(mix(i, 200)).begin;
        }
        long sum = rows[7].id;
        for (int i = 0; i < n; i++) {
            sum = sum * 31 + ids[i] + rows[i].value;
        }
        System.out.println(sum + Row.next + Some.taken + Part.end);
    }
}
