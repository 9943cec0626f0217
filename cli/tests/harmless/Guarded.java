// A security manager of the program that refuses much, and asks itself in traced code.
// options: -Djava.security.manager=Guarded
// newest: 23

import java.security.Permission;

public class Guarded extends SecurityManager {
    static int asked;

    @Override
    public void checkPermission(Permission permission) {
        if (permission.getName().startsWith("exitVM")) {
            asked++;
            throw new SecurityException("no exit " + permission.getName());
        }
    }

    public static void main(String[] args) {
        try {
            System.exit(3);
        } catch (SecurityException e) {
            System.out.println(e.getMessage() + " " + asked);
        }
        Thread worker = new Thread(() -> System.out.println("worker " + asked));
        worker.start();
    }
}
