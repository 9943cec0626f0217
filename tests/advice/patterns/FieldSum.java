/** A sum in a field of an object, and one in a static field. */
public class FieldSum {
    static long everything;
    int sum;

    void run(int n) {
        for (int i = 0; i < n; i++) { // advice: reduction via sum
            sum += i * 7 % 31;
        }
        for (int i = 0; i < n; i++) { // advice: reduction via everything
            everything = everything + i % 13;
        }
    }

    public static void main(String[] args) {
        FieldSum own = new FieldSum();
        own.run(3000);
        System.out.println(own.sum + everything);
    }
}
