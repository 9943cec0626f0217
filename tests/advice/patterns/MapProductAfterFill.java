/** Every key has a value before; the loop multiplies some of them. */
public class MapProductAfterFill {
    public static void main(String[] args) {
        java.util.Map<Integer, Long> products = new java.util.HashMap<>();
        for (int i = 0; i < 50; i++) {
            products.put(i, 1L);
        }
        for (int i = 0; i < 2000; i++) { // advice: reduction via Map
            int key = i * 7919 % 1009 % 50;
            products.put(key, products.get(key) * (i | 1));
        }
        System.out.println(products.get(7));
    }
}
