/** A list is printed while it grows. */
public class ListPrintedGrowing {
    public static void main(String[] args) {
        java.util.List<Integer> path = new java.util.ArrayList<>();
        java.io.PrintStream out = new java.io.PrintStream(new java.io.ByteArrayOutputStream());
        for (int i = 0; i < 100; i++) { // advice: serial | not-known
            path.add(i * 7919 % 1009);
            out.println(path);
        }
        System.out.println(path.get(77));
    }
}
