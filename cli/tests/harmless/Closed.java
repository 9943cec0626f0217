// Standard streams replaced, closed and set to null.

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

public class Closed {
    static class Loud extends PrintStream {
        static int calls;

        Loud() {
            super(new ByteArrayOutputStream());
        }

        @Override
        public void println(String text) {
            calls++;
        }
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        System.setErr(new Loud());
        System.setOut(new Loud());
        System.setIn(new ByteArrayInputStream(new byte[] {65}));
        System.out.println("counted");
        out.println(Loud.calls + " " + System.in.read());
        System.setErr(null);
        System.setOut(null);
        System.setIn(null);
        int[] cells = new int[100_000];
        for (int i = 0; i < cells.length; i++) {
            cells[i] += i;
        }
        out.println(cells[99]);
        out.close();
    }
}
