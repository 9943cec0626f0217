import data.Store;
import java.util.ServiceLoader;

/** A class of the class path that uses a module. */
public class OnClassPath {
    public static void main(String[] args) {
        Store store = ServiceLoader.load(Store.class).findFirst().orElseThrow();
        for (int i = 0; i < 100; i++) { // serial
            store.set(store.get() * 31 + i);
        }
        System.out.println(store.get() + " " + OnClassPath.class.getModule().isNamed() + " " + store.getClass().getModule());
    }
}
