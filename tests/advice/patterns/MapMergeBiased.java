/** The function by which values are merged reads what iterations change. */
public class MapMergeBiased {
    static int bias = 3;

    public static void main(String[] args) {
        java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            bias = bias * bias % 10007 + i;
            counts.merge(i * 7919 % 1009 % 50, i, (a, b) -> a + b + bias);
        }
        System.out.println(counts.get(7));
    }
}
