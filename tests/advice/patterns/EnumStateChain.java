/** Constants of an enum keep what iterations have computed. */
public class EnumStateChain {
    enum Kind {
        ROUND, FLAT, LONG;

        int last = 1;
    }

    public static void main(String[] args) {
        Kind[] kinds = Kind.values();
        for (int i = 0; i < 1000; i++) { // advice: serial
            Kind kind = kinds[i * 7919 % 1009 % 3];
            kind.last = (kind.last * kind.last + kind.ordinal()) % 10007;
        }
        System.out.println(kinds[1].last);
    }
}
