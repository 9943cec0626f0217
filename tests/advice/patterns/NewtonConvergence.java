/** Each approximation is computed from the last one, until they agree. */
public class NewtonConvergence {
    public static void main(String[] args) {
        double x = 1e300;
        double last;
        do { last = x; // advice: serial | search via x
            x = last - (last - 2 / last) / 20;
        } while (Math.abs(x - last) > 1e-9);
        System.out.println(Math.round(x * 1000));
    }
}
