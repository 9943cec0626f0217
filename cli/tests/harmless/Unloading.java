// A class loader whose classes have run, in threads that live on as well, is garbage once nothing of the program refers to it.

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntSupplier;

public class Unloading {
    public static class Work implements IntSupplier {
        private int[] cells = {1, 2, 3};

        @Override
        public int getAsInt() {
            int sum = 0;
            for (int cell : cells) {
                sum += cell * cells.length;
            }
            return sum;
        }
    }

    static WeakReference<ClassLoader> use(ExecutorService pool) throws Exception {
        URL[] here = {Unloading.class.getProtectionDomain().getCodeSource().getLocation()};
        URLClassLoader loader = new URLClassLoader(here, ClassLoader.getPlatformClassLoader());
        IntSupplier work = (IntSupplier) loader.loadClass("Unloading$Work").getConstructor().newInstance();
        System.out.println(work.getAsInt() + " " + pool.submit(work::getAsInt).get());
        loader.close();
        return new WeakReference<>(loader);
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        WeakReference<ClassLoader> loader = use(pool);
        pool.submit(() -> new Work().getAsInt()).get();
        for (int i = 0; i < 100 && loader.get() != null; i++) {
            System.gc();
            Thread.sleep(20);
        }
        System.out.println(loader.get() == null ? "unloaded" : "still there");
        pool.shutdown();
    }
}
