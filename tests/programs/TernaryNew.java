/** `new` inside conditions, arguments and other constructors' arguments, with jumps between `new` and `<init>`. */
public class TernaryNew {
    final int a;
    final TernaryNew next;

    TernaryNew(int a, TernaryNew next) {
        this.a = a;
        this.next = next;
    }

    static TernaryNew make(int i) {
        return new TernaryNew(i > 2 ? i * 2 : i == 1 ? -1 : 0,
            i % 2 == 0 ? new TernaryNew(i < 5 ? 7 : 8, null) : i == 3 ? null : make(i - 1));
    }

    int sum() {
        return a + (next == null ? 0 : 10 * next.sum());
    }

    static int pair(TernaryNew x, TernaryNew y) {
        return (x == null ? 1 : x.sum()) - (y == null ? 1 : y.sum());
    }

    public static void main(String[] args) {
        int total = 0;
        for (int i = 0; i < 8; i++) {
            total += make(i).sum();
            total += pair(i > 4 ? make(i) : null, new TernaryNew(i, i > 6 || i < 2 && total > 3 ? make(2) : null));
            Object o = i < 4 ? (Object) new int[i] : new TernaryNew(total, null);
            total += o instanceof int[] ? ((int[]) o).length : 1;
        }
        System.out.println(total);
    }
}
