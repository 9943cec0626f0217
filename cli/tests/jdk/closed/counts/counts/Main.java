package counts;

import java.lang.reflect.Field;

/** Adds up by reflection, in a package that no other module may look into. */
public final class Main {
    static final class Cell {
        int sum;
    }

    public static void main(String[] args) throws Exception {
        Cell cell = new Cell();
        Field sum = Cell.class.getDeclaredField("sum");
        for (int i = 0; i < 20; i++) { // serial
            sum.setInt(cell, sum.getInt(cell) + i);
        }
        System.out.println(cell.sum);
    }
}
