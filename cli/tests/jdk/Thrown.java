import java.util.ArrayList;

/** An exception that nobody catches, thrown in the JDK: the stack trace has its frames. */
public class Thrown {
    public static void main(String[] args) {
        new ArrayList<Integer>().get(args.length);
    }
}
