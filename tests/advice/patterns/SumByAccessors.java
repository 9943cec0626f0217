/** A field is summed up through its accessors, which nothing else in the loop calls. */
public class SumByAccessors {
    private long total;

    private long total() {
        return total;
    }

    private void setTotal(long total) {
        this.total = total;
    }

    public static void main(String[] args) {
        SumByAccessors own = new SumByAccessors();
        for (int i = 0; i < 3000; i++) { // advice: reduction via total
            own.setTotal(own.total() + i * 7 % 31);
        }
        SumByAccessors other = new SumByAccessors();
        int even = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial | scan via total
            other.setTotal(other.total() + i * 7 % 31);
            if (other.total() % 2 == 0) {
                even++;
            }
        }
        System.out.println(own.total + " " + other.total + " " + even);
    }
}
