package executed;

/** Results of versions, as text of words. */
final class Results {
    private static final int SHOWN = 60;

    private Results() {
    }

    static boolean agree(String expected, String found, double tolerance) {
        return expected.equals(found) || tolerance > 0 && isNear(words(expected), words(found), tolerance);
    }

    /** Where two results begin to differ. */
    static String difference(String expected, String found) {
        int same = 0;
        while (same < Math.min(expected.length(), found.length()) && expected.charAt(same) == found.charAt(same)) {
            same++;
        }
        return "from character " + same + " on: " + part(expected, same) + " became " + part(found, same);
    }

    private static String part(String text, int from) {
        return text.substring(from, Math.min(text.length(), from + SHOWN)).replace('\n', ' ');
    }

    private static String[] words(String text) {
        return text.split("[\\[\\], ]+");
    }

    private static boolean isNear(String[] expected, String[] found, double tolerance) {
        boolean near = expected.length == found.length;
        for (int k = 0; near && k < expected.length; k++) {
            near = expected[k].equals(found[k]) || isNear(number(expected[k]), number(found[k]), tolerance);
        }
        return near;
    }

    /** What is no number is near to nothing. */
    private static double number(String word) {
        try {
            return Double.parseDouble(word);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private static boolean isNear(double expected, double found, double tolerance) {
        return Math.abs(expected - found) <= tolerance * Math.max(Math.abs(expected), Math.abs(found));
    }
}
