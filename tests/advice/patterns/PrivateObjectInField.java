/** A point in a field is set and used by each iteration. */
public class PrivateObjectInField {
    static class Point {
        int x;
        int y;
    }

    final Point point = new Point();

    int norm(int i) {
        point.x = i * 7 % 31;
        point.y = i * 11 % 29;
        return point.x * point.x + point.y * point.y;
    }

    public static void main(String[] args) {
        PrivateObjectInField own = new PrivateObjectInField();
        int[] norms = new int[3000];
        for (int i = 0; i < norms.length; i++) { // advice: private-copies via x
            norms[i] = own.norm(i);
        }
        System.out.println(norms[2999]);
    }
}
