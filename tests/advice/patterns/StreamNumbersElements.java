/** Elements are numbered by an atomic counter: the numbers would come in any order. */
public class StreamNumbersElements {
    public static void main(String[] args) {
        java.util.concurrent.atomic.AtomicInteger number = new java.util.concurrent.atomic.AtomicInteger();
        int[] numbers = java.util.stream.IntStream.range(0, 1000) // advice of stream: serial | not-known, edit none
            .map(i -> i * 7919 % 1009 + number.getAndIncrement()).toArray();
        System.out.println(numbers[77]);
    }
}
