/** A builder is written to a stream while it grows. */
public class WrittenBuilderGrows {
    public static void main(String[] args) throws java.io.IOException {
        StringBuilder path = new StringBuilder();
        java.io.Writer out = new java.io.StringWriter();
        for (int i = 0; i < 300; i++) { // advice: serial | not-known
            path.append((char) ('a' + i * 7919 % 26));
            out.append(path);
        }
        System.out.println(out.toString().length());
    }
}
