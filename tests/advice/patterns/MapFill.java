/** Every iteration puts a key of its own into a map. */
public class MapFill {
    public static void main(String[] args) {
        java.util.Map<Integer, Integer> squares = new java.util.HashMap<>();
        for (int i = 0; i < 2000; i++) { // advice: reduction | with-changes
            squares.put(i, i * i % 1009);
        }
        System.out.println(squares.get(1999) + squares.size());
    }
}
