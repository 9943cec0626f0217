package data;

import java.util.ArrayList;
import java.util.List;

/** Keeps it in a list. */
public class Listed implements Store {
    private final List<Integer> list = new ArrayList<>(List.of(1));

    public int get() {
        return list.get(0);
    }

    public void set(int number) {
        list.set(0, number);
    }
}
