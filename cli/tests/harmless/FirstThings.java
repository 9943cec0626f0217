// What a program does first must not keep its trace from being made, or change its place: no property is left.

import java.util.Locale;
import java.util.Properties;

/** Takes everything away that a runtime might want to read later. */
public class FirstThings {
    public static void main(String[] args) {
        System.setProperties(new Properties());
        System.setProperty("user.dir", "/nowhere");
        System.setProperty("java.io.tmpdir", "/nowhere");
        Locale.setDefault(new Locale("tr", "TR"));
        System.setErr(null);
        int sum = 0;
        for (int i = 0; i < 100; i++) {
            sum += i;
        }
        System.out.println(sum);
    }
}
