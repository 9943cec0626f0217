/** A switch over an enum, by the order and the names of its constants. */
public class EnumSwitch {
    enum Kind { ROUND, FLAT, LONG }

    static int weight(Kind kind) {
        switch (kind) {
            case ROUND:
                return 3;
            case FLAT:
                return kind.name().length();
            default:
                return kind.ordinal() + kind.compareTo(Kind.FLAT);
        }
    }

    public static void main(String[] args) {
        Kind[] kinds = Kind.values();
        int[] weights = new int[1000];
        for (int i = 0; i < weights.length; i++) { // advice: independent | with-changes
            weights[i] = weight(kinds[i * 7919 % 1009 % 3]) * i;
        }
        System.out.println(weights[999]);
    }
}
