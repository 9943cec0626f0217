/** Sparse switches, also as expressions (arrow form). */
public class LookupSwitch {
    static int days(int month, boolean leap) {
        return switch (month) {
            case 2 -> leap ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> {
                int base = 30;
                yield base + 1;
            }
        };
    }

    static String name(int code) {
        switch (code) {
            case 1:
                return "one";
            case 1000:
                return "thousand";
            case 1000000:
                return "million";
            case Integer.MIN_VALUE:
                return "least";
            default:
                return "?";
        }
    }

    public static void main(String[] args) {
        int year = 0;
        for (int m = 1; m <= 12; m++) {
            year += days(m, true);
        }
        System.out.println(year);
        for (int k = 1; k <= 10000000; k *= 10) {
            System.out.print(name(k));
        }
        System.out.println(name(Integer.MIN_VALUE));
    }
}
