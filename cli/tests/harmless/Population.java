// Threads, groups and properties that a program can count.

import java.lang.management.ManagementFactory;
import java.util.TreeMap;

public class Population {
    static int cells;

    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> cells++);
        worker.start();
        worker.join();
        System.out.println(cells + worker.getName() + Thread.activeCount());
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Thread[] threads = new Thread[16];
        for (int i = 0; i < group.enumerate(threads); i++) {
            System.out.println(threads[i].getName());
        }
        System.out.println(group.activeGroupCount() + " " + group.getParent().activeGroupCount());
        TreeMap<Object, Object> properties = new TreeMap<>(System.getProperties());
        properties.keySet().removeIf(key -> key.equals("java.class.path"));
        properties.forEach((key, value) -> System.out.println(key + "=" + value));
        System.out.println(ManagementFactory.getRuntimeMXBean().getSystemProperties().size());
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (!thread.isDaemon()) {
                System.out.println("not a daemon: " + thread.getName());
            }
        }
    }
}
