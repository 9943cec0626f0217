// A recursion of a million frames.
// unanalysed: the analyzer needs some 100 KiB for each open activation

public class Deep {
    int next;

    static int down(Deep d, int n) {
        d.next++;
        return n == 0 ? d.next : down(d, n - 1) + 1;
    }

    public static void main(String[] args) throws Exception {
        Thread deep = new Thread(null, () -> System.out.println(down(new Deep(), 1_000_000)), "deep", 1L << 30);
        deep.start();
        deep.join();
    }
}
