/** Compound assignments and increments of array elements: `dup2`, `dup_x2`, `dup2_x2` shapes of every size. */
public class CompoundArrays {
    static int calls;

    static int at(int i) {
        calls++;
        return i;
    }

    public static void main(String[] args) {
        int[] i = {1, 2, 3, 4};
        long[] l = {1, 2, 3, 4};
        double[] d = {1, 2, 3, 4};
        byte[] b = {1, 2, 3, 127};
        char[] c = {'a', 'b'};
        String[] s = {"x", "y"};
        int r = i[at(0)]++ + ++i[at(1)];
        r += i[i[0]] += 5;
        long q = l[at(2)]-- - --l[at(3)];
        q += l[at(1)] *= 10;
        double e = d[0] /= d[at(1)]++;
        b[3]++;
        b[at(2)] -= 200;
        c[0] += 2;
        s[at(1)] += s[0] + r;
        i[i[3] - 3] = i[2] = i[0] + 1;
        l[0] = l[1] = q;
        d[2] = d[3] = e = d[at(0)] + q;
        i[3] <<= i[3]++ + 1;
        long sum = r + q;
        for (int k = 0; k < 4; k++) {
            sum = sum * 5 + i[k] + l[k] + b[k];
            e = e * 2 + d[k];
        }
        System.out.println(sum + " " + e + " " + c[0] + " " + s[1] + " " + calls);
    }
}
