/** Whether an iteration takes a second element follows from the first one. */
public class IteratorSkips {
    public static void main(String[] args) {
        java.util.List<Integer> numbers = new java.util.ArrayList<>();
        for (int i = 0; i < 1200; i++) { // advice: reduction | with-changes
            numbers.add(i * 7919 % 1009);
        }
        int sum = 0;
        java.util.Iterator<Integer> at = numbers.iterator();
        while (at.hasNext()) { // advice: serial | not-known
            if (at.next() % 3 == 0 && at.hasNext()) {
                sum += at.next();
            }
        }
        System.out.println(sum);
    }
}
