/** `StringBuilder` chains: appended values of every type, in loops, passed through methods. */
public class StringBuilding {
    static StringBuilder pad(StringBuilder sb, int n) {
        for (int i = 0; i < n; i++) {
            sb.append('.');
        }
        return sb;
    }

    static String reverse(String s) {
        StringBuilder sb = new StringBuilder();
        for (int i = s.length() - 1; i >= 0; i--) {
            sb.append(s.charAt(i));
        }
        return sb.toString();
    }

    public static void main(String[] args) {
        StringBuilder sb = new StringBuilder("<");
        sb.append(1).append(' ').append(2L).append(' ').append(1.5).append(true).append("text");
        pad(pad(sb, 3).append("|"), 2).append('>');
        System.out.println(sb.toString());
        System.out.println(reverse(sb.toString()));
        int vowels = 0;
        String text = reverse("some longer text with vowels in it");
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case 'a', 'e', 'i', 'o', 'u' -> vowels++;
                default -> {
                }
            }
        }
        System.out.println(vowels);
    }
}
