/** Every iteration prints a line: tasks return their text, and it is printed in order. */
public class Printing {
    public static void main(String[] args) {
        for (int i = 0; i < 400; i++) { // advice: reduction | with-changes
            int hash = i;
            for (int j = 0; j < 10; j++) {
                hash = hash * hash % 10007 + j;
            }
            System.out.println(hash);
        }
    }
}
