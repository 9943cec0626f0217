/** A text of all elements decides which one is added. */
public class ListJoined {
    public static void main(String[] args) throws Exception {
        java.util.List<String> list = new java.util.ArrayList<>();
        for (int i = 0; i < 300; i++) { // advice: serial | not-known
            list.add("" + (String.join(",", list).hashCode() & 63));
        }
        System.out.println(list.get(299));
    }
}
