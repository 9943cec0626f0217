package paratrace.rt;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;

/** A system class loader that finds no resource before the program says so: as one whose lock the program holds. */
public final class Late extends URLClassLoader {
    static final String FREE = "late.free";

    public Late(ClassLoader parent) throws MalformedURLException {
        super(classPath(), parent.getParent());
    }

    private static URL[] classPath() throws MalformedURLException {
        String[] entries = System.getProperty("java.class.path").split(File.pathSeparator);
        URL[] urls = new URL[entries.length];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = new File(entries[i]).toURI().toURL();
        }
        return urls;
    }

    @Override
    public URL getResource(String name) {
        while (Thread.currentThread().getName().equals(Writer.NAME) && System.getProperty(FREE) == null) {
            Thread.yield();
        }
        return super.getResource(name);
    }
}
