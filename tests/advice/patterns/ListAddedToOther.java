/** One list is added to another one, while both grow. */
public class ListAddedToOther {
    public static void main(String[] args) {
        java.util.List<Integer> path = new java.util.ArrayList<>();
        java.util.List<Integer> all = new java.util.ArrayList<>();
        for (int i = 0; i < 200; i++) { // advice: serial | not-known
            path.add(i * 7919 % 1009);
            all.addAll(path);
        }
        System.out.println(all.size() + all.get(1000));
    }
}
