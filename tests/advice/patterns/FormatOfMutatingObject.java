/** A format calls a method that counts its calls. Where the work of formatting is traced, that is most of an iteration, and can overlap. */
public class FormatOfMutatingObject {
    static class Counter {
        int calls;

        @Override
        public String toString() {
            calls = calls * 31 % 1009 + 1;
            return "call " + calls;
        }
    }

    public static void main(String[] args) throws Exception {
        Counter counter = new Counter();
        String[] texts = new String[400];
        for (int i = 0; i < 400; i++) { // advice: serial | not-known | scan | overlapping
            texts[i] = String.format("%s", counter);
        }
        System.out.println(texts[399]);
    }
}
