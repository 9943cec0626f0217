/** The function that takes elements in is another one than that which joins the parts. */
public class ReduceOfTwoFunctions {
    public static void main(String[] args) {
        int hash = java.util.stream.IntStream.range(0, 2000).boxed() // advice of stream: not-known | serial, edit none
            .reduce(0, (sum, value) -> (sum * 31 + value) % 10007, Integer::sum);
        System.out.println(hash);
    }
}
