// Static methods and constructors whose copies nobody finds who looks for accessible ones.
// estimate rd = 2 wr = 0
// drd [1,0] = 2
import java.lang.reflect.Method;
import java.util.Arrays;

public class Hidden {
    static int shared = 1;

    public static class Cell {
        final int value;

        public Cell(int value) {
            this.value = value + shared;
        }

        public static Cell of(int value) {
            return new Cell(value + shared);
        }
    }

    public static void main(String[] args) {
        task();
        System.out.println(Arrays.toString(Cell.class.getConstructors()));
        for (Method method : Cell.class.getMethods()) {
            if (method.getDeclaringClass() == Cell.class) {
                System.out.println(method);
            }
        }
    }

    static void task() {
        if (Cell.of(3).value != 5) {
            throw new IllegalStateException();
        }
    }
}
