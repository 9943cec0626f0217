/** Static and instance members used side by side, also statics through null references. */
public class StaticAndInstance {
    static int count;
    static long[] history = new long[8];
    int id;
    static StaticAndInstance last;

    StaticAndInstance() {
        id = ++count;
        last = this;
    }

    static int touch() {
        history[count % 8] = count;
        return count++;
    }

    int touchMe() {
        history[id] += touch();
        return id + last.id;
    }

    @SuppressWarnings("static-access")
    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            StaticAndInstance s = new StaticAndInstance();
            sum += s.touchMe() * 10 + last.touchMe();
        }
        StaticAndInstance none = null;
        sum += none.count + none.touch();
        long h = 0;
        for (long v : history) {
            h = h * 5 + v;
        }
        System.out.println(sum + " " + h + " " + last.id);
    }
}
