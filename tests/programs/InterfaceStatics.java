/** Constants and computed statics of interfaces, started on first use only. */
public class InterfaceStatics {
    static int started;

    static int start(int v) {
        started++;
        return v;
    }

    interface Sizes {
        int WIDTH = 7;
        int HEIGHT = start(3);
        int[] TABLE = {WIDTH, HEIGHT, start(11)};
    }

    interface More extends Sizes {
        int DEPTH = start(5);
    }

    static class User implements More {
        int area() {
            return WIDTH * 2;
        }

        int volume() {
            return WIDTH * HEIGHT * DEPTH;
        }
    }

    public static void main(String[] args) {
        User u = new User();
        System.out.println(u.area() + " " + started);
        System.out.println(u.volume() + " " + started);
        System.out.println(Sizes.TABLE[2] + " " + started);
    }
}
