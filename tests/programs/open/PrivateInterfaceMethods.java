/** Private and static interface methods, and nest mates that reach into each other. */
public class PrivateInterfaceMethods {
    interface Text {
        String raw();

        default String quoted() {
            return wrap('"');
        }

        default String starred() {
            return Text.twice("*") + wrap('*');
        }

        private String wrap(char c) {
            return c + raw() + c;
        }

        private static String twice(String s) {
            return s + s;
        }
    }

    private static class Hidden implements Text {
        private int uses;

        public String raw() {
            return "raw" + uses++;
        }

        private int peek() {
            return uses + secret;
        }
    }

    private static int secret = 40;

    public static void main(String[] args) {
        Hidden h = new Hidden();
        System.out.println(h.quoted() + h.starred() + h.peek() + " " + h.uses);
        Text t = () -> "lambda";
        System.out.println(t.quoted() + t.starred());
    }
}
