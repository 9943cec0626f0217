/** A stream's peek adds to a list that the next iteration reads. */
public class PeekWrites {
    public static void main(String[] args) throws Exception {
        java.util.List<Integer> list = new java.util.ArrayList<>();
        list.add(1);
        for (int i = 0; i < 300; i++) { // advice: serial | not-known
            int last = list.get(list.size() - 1);
            java.util.stream.Stream.of(last + i).peek(x -> list.add(x * x % 1009)).forEach(x -> { });
        }
        System.out.println(list.get(300));
    }
}
