/** The method returns at the first match. */
public class FirstMatchReturn {
    static int find(int wanted) {
        for (int i = 0; i < 100_000; i++) { // advice: search
            if (i * 7919L % 10007 == wanted) {
                return i;
            }
        }
        return -1;
    }

    public static void main(String[] args) {
        System.out.println(find(4242));
    }
}
