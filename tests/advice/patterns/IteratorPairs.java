/** Each iteration takes two elements: pairs can be handed out. */
public class IteratorPairs {
    public static void main(String[] args) {
        java.util.List<Integer> numbers = new java.util.ArrayList<>();
        for (int i = 0; i < 1200; i++) { // advice: reduction | with-changes
            numbers.add(i * 7919 % 1009);
        }
        long sum = 0;
        java.util.Iterator<Integer> at = numbers.iterator();
        while (at.hasNext()) { // advice: reduction
            int width = at.next();
            int height = at.next();
            sum += width * height % 31;
        }
        System.out.println(sum);
    }
}
