/** `Runtime.halt(5)`: no hooks, no end of anything. */
public class Halt {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("never")));
        int x = 1;
        for (int i = 0; i < 1000; i++) {
            x = x * 7 + i;
        }
        System.out.println(x);
        System.out.flush();
        Runtime.getRuntime().halt(5);
    }
}
