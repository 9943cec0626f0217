/** A method adds to a static field that nothing else in the loop reads. */
public class SumInCalledMethod {
    static long total;

    static void add(int value) {
        total += value; // advice of calls: none
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3000; i++) { // advice: reduction via total
            add(i * 7 % 31);
        }
        System.out.println(total);
    }
}
