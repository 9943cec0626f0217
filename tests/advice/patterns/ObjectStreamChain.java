/** Elements are read from a list by a stream, and the sum is added. */
public class ObjectStreamChain {
    public static void main(String[] args) throws Exception {
        java.util.List<Integer> list = new java.util.ArrayList<>();
        list.add(1);
        for (int i = 0; i < 200; i++) { // advice: serial | not-known
            list.add(list.stream().mapToInt(x -> x).sum() % 1009);
        }
        System.out.println(list.get(200));
    }
}
