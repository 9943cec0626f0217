import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/** Classes that extend ones which were not there when the program was rewritten, and whose initialisers use the JDK. */
public class Later {
    /** Not there. */
    static class Above {
        static final List<String> LIST = new ArrayList<>(List.of("above"));
    }

    /** Not there. */
    interface Aside {
        List<String> LIST = new ArrayList<>(List.of("aside"));

        default int size() {
            return LIST.size();
        }
    }

    static class Below extends Above {}

    static class Further extends Below implements Aside {
        static int count;
    }

    /** The program, in a class loader that has all classes. */
    public static class Runs implements Runnable {
        @Override
        public void run() {
            int sum = 0;
            for (int i = 0; i < 3; i++) {
                sum += i;
                Object below = new Below();
                sum += below == null ? 1 : 2;
            }
            sum++;
            Further.count += sum;
            sum += new Further().size();
            System.out.println(sum + " " + Further.count);
        }
    }

    public static void main(String[] args) throws Exception {
        URL[] places = {new File(System.getProperty("java.class.path")).toURI().toURL(), new File(args[0]).toURI().toURL()};
        ClassLoader platform = ClassLoader.getSystemClassLoader().getParent();
        try (URLClassLoader loader = new URLClassLoader(places, platform)) {
            ((Runnable) Class.forName("Later$Runs", true, loader).getConstructor().newInstance()).run();
        }
    }
}
