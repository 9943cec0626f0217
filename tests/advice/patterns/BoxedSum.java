/** A sum in an object of type Integer, which is replaced by every addition. */
public class BoxedSum {
    public static void main(String[] args) {
        Integer sum = 0;
        for (int i = 0; i < 3000; i++) { // advice: reduction via sum
            sum += i * 7 % 31;
        }
        System.out.println(sum);
    }
}
