/** Words are taken from a tokenizer, which moves on with each of them. */
public class Tokens {
    public static void main(String[] args) {
        java.util.StringTokenizer words = new java.util.StringTokenizer("the quick brown fox jumps ".repeat(400));
        int[] lengths = new int[2000];
        for (int i = 0; i < lengths.length; i++) { // advice: serial | not-known
            String word = words.nextToken();
            lengths[i] = word.length() * 3 + word.charAt(0);
        }
        System.out.println(lengths[3] + lengths[1999]);
    }
}
