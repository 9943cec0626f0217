/** Each element is computed from the one added last. */
public class ListChain {
    public static void main(String[] args) {
        java.util.List<Integer> chain = new java.util.ArrayList<>();
        chain.add(1);
        for (int i = 1; i < 3000; i++) { // advice: serial | not-known
            int last = chain.get(i - 1);
            chain.add((last * last + i) % 10007);
        }
        System.out.println(chain.get(2999));
    }
}
