// Clones of objects whose classes the library declares, beside those of the program's own.
// estimate rd = 1 wr = 0
// drd [1,0] = 1
import java.util.ArrayList;

public class LibraryClones {
    static class Table extends ArrayList<String> {
        int size = 1;
        ArrayList<String> names = new ArrayList<>();

        @SuppressWarnings("unchecked")
        Table copy() {
            Table copy = (Table) super.clone();
            copy.names = (ArrayList<String>) names.clone();
            return copy;
        }

        int doubled() {
            return 2 * size;
        }
    }

    static Table table = new Table();

    public static void main(String[] args) {
        task();
    }

    static void task() {
        if (table.copy().doubled() + table.doubled() != 4) {
            throw new IllegalStateException();
        }
    }
}
