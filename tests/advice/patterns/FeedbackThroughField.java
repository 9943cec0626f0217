/** What a sum is at one time decides, by way of an object, how often something is added to it next. */
public class FeedbackThroughField {
    int limit;

    public static void main(String[] args) {
        FeedbackThroughField own = new FeedbackThroughField();
        long sum = 0;
        for (int i = 0; i < 500; i++) { // advice: serial
            own.limit = 3;
            for (int k = 0; k < own.limit; k++) {
                sum += i + k;
                own.limit = (int) (sum % 5);
            }
        }
        System.out.println(sum);
    }
}
