/** A format of two texts in variables: nothing can change them. */
public class FormatOfLocals {
    public static void main(String[] args) {
        java.util.List<String> lines = new java.util.ArrayList<>();
        for (int i = 0; i < 300; i++) { // advice: reduction | with-changes
            String name = "n".repeat(i & 3);
            String longer = name.concat("=");
            lines.add(String.format("%s=%s", name, longer));
        }
        System.out.println(lines.get(299));
    }
}
