import java.util.ArrayList;
import java.util.List;

/** Starts itself again, by the java of its own home and by the one on PATH. */
public class Children {
    public static void main(String[] args) throws Exception {
        List<Integer> squares = new ArrayList<>();
        for (int i = 0; i < 30; i++) squares.add(i * i);
        if (args.length > 0) {
            System.out.println("child " + squares.get(29));
            return;
        }
        for (String java : List.of(System.getProperty("java.home") + "/bin/java", "java")) {
            Process child = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), "Children", "x")
                    .redirectErrorStream(true).start();
            System.out.print("[" + new String(child.getInputStream().readAllBytes()) + "]");
            System.out.println(child.waitFor());
        }
    }
}
