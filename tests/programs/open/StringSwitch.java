/** Switches on strings, with labels whose hash codes collide. */
public class StringSwitch {
    static int code(String s) {
        switch (s) {
            case "Aa":
                return 1;
            case "BB":
                return 2;
            case "":
                return 3;
            case "AaBB", "BBAa":
                return 4;
            default:
                return s.isEmpty() ? -1 : s.charAt(0);
        }
    }

    static String text = """
        Two lines
            of "text" \
        here
        """;

    public static void main(String[] args) {
        for (String s : new String[] {"Aa", "BB", "", "AaBB", "BBAa", "AaAa", "C#"}) {
            System.out.print(code(s) + " ");
        }
        System.out.println(code(new StringBuilder("A").append('a').toString()));
        System.out.print(text);
        try {
            code(null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }
}
