/** A part of the sum itself is taken away from it: it is read besides being updated. */
public class SumOfItself {
    public static void main(String[] args) {
        int level = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial via level
            level += i * 7 % 31;
            level -= level >> 3;
        }
        int doubled = 1;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via doubled
            doubled += doubled + i % 7;
        }
        System.out.println(level + " " + doubled);
    }
}
