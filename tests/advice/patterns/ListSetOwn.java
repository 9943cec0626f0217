/** Each element of a list is replaced by a function of itself. */
public class ListSetOwn {
    public static void main(String[] args) {
        java.util.List<Integer> list = new java.util.ArrayList<>(java.util.Collections.nCopies(2000, 3));
        for (int i = 0; i < 2000; i++) { // advice: independent | with-changes | reduction
            int value = list.get(i);
            list.set(i, (value * value + i) % 10007);
        }
        System.out.println(list.get(1999));
    }
}
