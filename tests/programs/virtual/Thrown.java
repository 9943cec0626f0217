import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Shows stack traces with frames of several modules of the JDK. */
class Thrown {
    public static void main(String[] args) {
        try {
            Optional.empty().orElseThrow();
        } catch (NoSuchElementException e) {
            e.printStackTrace(System.out);
        }
        try {
            List.of(1, 2).forEach(number -> javax.xml.parsers.SAXParserFactory.newInstance("none", null));
        } catch (javax.xml.parsers.FactoryConfigurationError e) {
            e.printStackTrace(System.out);
        }
    }
}
