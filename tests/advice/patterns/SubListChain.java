/** Values go from iteration to iteration through a list and a part of it. */
public class SubListChain {
    public static void main(String[] args) throws Exception {
        java.util.List<Integer> all = new java.util.ArrayList<>(java.util.Collections.nCopies(2000, 1));
        java.util.List<Integer> part = all.subList(0, 2000);
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            int last = all.get(i - 1);
            part.set(i, (last * last + i) % 10007);
        }
        System.out.println(all.get(1999));
    }
}
