/** What is appended follows from the text of a list, which holds the builder. */
public class TextOfHolder {
    public static void main(String[] args) {
        StringBuilder text = new StringBuilder("a");
        java.util.List<Object> list = new java.util.ArrayList<>();
        list.add(text);
        for (int i = 0; i < 300; i++) { // advice: serial | not-known
            text.append(("" + list).hashCode() & 7);
        }
        System.out.println(text);
    }
}
