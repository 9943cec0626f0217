/** What is written to a buffer arrives in the text inside of it, whose length is read. */
public class WriterWraps {
    public static void main(String[] args) throws java.io.IOException {
        java.io.StringWriter text = new java.io.StringWriter();
        java.io.BufferedWriter out = new java.io.BufferedWriter(text);
        int[] lengths = new int[300];
        for (int i = 0; i < lengths.length; i++) { // advice: serial | not-known
            out.write("x" + i * 7 % 31);
            out.flush();
            lengths[i] = text.getBuffer().length();
        }
        System.out.println(lengths[299]);
    }
}
