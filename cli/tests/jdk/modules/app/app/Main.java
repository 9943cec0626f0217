package app;

import data.Store;
import java.util.ServiceLoader;

/** Hands numbers on through a service, and starts itself again, by the java of its own home and by the one on PATH. */
public class Main {
    public static void main(String[] args) throws Exception {
        Store store = ServiceLoader.load(Store.class).findFirst().orElseThrow();
        for (int i = 0; i < 100; i++) { // serial
            store.set(store.get() * 31 + i);
        }
        System.out.println(store.get() + " " + Main.class.getModule() + " " + store.getClass().getModule());
        if (args.length > 0) {
            return;
        }
        for (String java : new String[] {System.getProperty("java.home") + "/bin/java", "java"}) {
            Process child = new ProcessBuilder(java, "-p", System.getProperty("jdk.module.path"), "-m", "app/app.Main", "x")
                    .redirectErrorStream(true).start();
            System.out.print("[" + new String(child.getInputStream().readAllBytes()) + "]");
            System.out.println(child.waitFor());
        }
    }
}
