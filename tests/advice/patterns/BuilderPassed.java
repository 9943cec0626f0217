/** A builder is passed to a method that reads its length. */
public class BuilderPassed {
    static void write(StringBuilder text, int i) {
        text.append(text.length() * 31 % 1009 + i);
    }

    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 500; i++) { // advice: serial | not-known
            write(text, i);
        }
        System.out.println(text.length());
    }
}
