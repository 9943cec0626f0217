/** A list is hashed with others, and added to. */
public class ObjectsHashChain {
    public static void main(String[] args) throws Exception {
        java.util.List<Integer> list = new java.util.ArrayList<>();
        for (int i = 0; i < 400; i++) { // advice: serial | not-known
            list.add(java.util.Objects.hash(list, i) % 1009);
        }
        System.out.println(list.get(399));
    }
}
