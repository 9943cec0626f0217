/** Every call starts from the number that the call before has left, although none of them returns a value. */
public class TreeNumbering {
    static int next = 1;

    static void walk(int depth) {
        int hash = next; // advice of calls: serial via next
        for (int j = 0; j < 80; j++) {
            hash = hash * hash % 10007 + j;
        }
        next = hash;
        if (depth > 0) {
            walk(depth - 1);
            walk(depth - 1);
        }
    }

    public static void main(String[] args) {
        walk(6);
        System.out.println(next);
    }
}
