/** One sum is added to another in each iteration: its intermediate values are read. */
public class SumsOfSums {
    public static void main(String[] args) {
        int low = 1;
        int high = 0;
        for (int i = 0; i < 3000; i++) { // advice: scan | serial via low
            low += i * 7 % 31;
            high += low;
        }
        System.out.println(low + " " + high);
    }
}
