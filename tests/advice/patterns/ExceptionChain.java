/** The message of an exception carries a value. */
public class ExceptionChain {
    public static void main(String[] args) throws Exception {
        RuntimeException carrier = new RuntimeException("1");
        for (int i = 0; i < 500; i++) { // advice: serial | not-known
            int last = carrier.getSuppressed().length == 0 ? 1
                : Integer.parseInt(carrier.getSuppressed()[i - 1].getMessage());
            carrier.addSuppressed(new RuntimeException("" + (last * last + i) % 10007));
        }
        System.out.println(carrier.getSuppressed()[499].getMessage());
    }
}
