/** A variable that is declared before the loop cannot be given a value by a lambda: the loop is independent, but no one line makes it parallel. */
public class VariableDeclaredBefore {
    static int work(int i) {
        int sum = i;
        for (int k = 0; k < 100; k++) {
            sum = (sum * 31 + k) % 10007;
        }
        return sum;
    }

    public static void main(String[] args) {
        int[] results = new int[1000];
        int value;
        for (int i = 0; i < results.length; i++) { // advice: independent | private-copies, edit none
            value = work(i);
            results[i] = value;
        }
        System.out.println(results[7]);
    }
}
