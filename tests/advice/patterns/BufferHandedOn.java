/** One buffer is filled again and again; a variable takes it to the next iteration, and calls return it. */
public class BufferHandedOn {
    static int[] buffer = new int[4];

    static int work(int x) {
        for (int k = 0; k < 400; k++) {
            x = x * 31 + (x >>> 7) + k;
        }
        return x & 0xffff;
    }

    static int[] fill(int x) {
        int first = x + 1; // advice of calls: not-known | serial via int[]
        for (int k = 0; k < 4; k++) {
            buffer[k] = work(first + k);
        }
        return buffer;
    }

    public static void main(String[] args) {
        int[] out = new int[300];
        int[] before = buffer;
        for (int i = 0; i < 300; i++) { // advice: not-known | serial via int[]
            int[] now = fill(i);
            out[i] = before[0];
            before = now;
        }
        for (int i = 0; i < 300; i++) { // advice: with-changes | private-copies via int[]
            out[i] += fill(i)[1];
        }
        for (int i = 0; i < 300; i++) { // advice: not-known | serial via int[]
            int[] now = fill(i);
            out[i] += now[1] + (now == before ? 1 : 2);
        }
        System.out.println(out[299] + before[0]);
    }
}
