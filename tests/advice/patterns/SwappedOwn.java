/** Each iteration swaps elements of a list, nothing is read in the loop. */
public class SwappedOwn {
    public static void main(String[] args) throws Exception {
        java.util.List<Integer> list = new java.util.ArrayList<>();
        for (int i = 0; i < 50; i++) {
            list.add(i);
        }
        for (int i = 0; i < 500; i++) { // advice: serial | not-known
            java.util.Collections.swap(list, i % 50, i * 7 % 50);
        }
        System.out.println(list);
    }
}
