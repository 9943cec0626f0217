/** One builder is appended to another one, while both grow. */
public class BuilderAppendedToOther {
    public static void main(String[] args) {
        StringBuilder path = new StringBuilder();
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 300; i++) { // advice: serial | not-known
            path.append((char) ('a' + i * 7919 % 26));
            log.append(path).append(';');
        }
        System.out.println(log.length() + log.substring(100, 110));
    }
}
