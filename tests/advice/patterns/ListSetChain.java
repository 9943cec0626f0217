/** Each element of a list is replaced by a function of the one before it. */
public class ListSetChain {
    public static void main(String[] args) {
        java.util.List<Integer> list = new java.util.ArrayList<>(java.util.Collections.nCopies(2000, 3));
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            int before = list.get(i - 1);
            list.set(i, (before * before + i) % 10007);
        }
        System.out.println(list.get(1999));
    }
}
