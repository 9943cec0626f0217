/** The bounds of a set of points are kept in fields. */
public class BoundsInFields {
    private double left = 1e9;
    private double right = -1e9;

    private void add(double x) {
        left = Math.min(left, x);
        if (x > right) {
            right = x;
        }
    }

    public static void main(String[] args) {
        BoundsInFields bounds = new BoundsInFields();
        for (int i = 0; i < 3000; i++) { // advice: reduction via right
            bounds.add(i * 7919 % 1009 * 0.5);
        }
        System.out.println(bounds.left + " " + bounds.right);
    }
}
