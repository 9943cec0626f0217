/** Every exception that an instruction raises by itself, caught where it happens. */
public class ImplicitExceptions {
    int field;

    static String raise(int kind, Object o, int[] a, ImplicitExceptions e) {
        try {
            switch (kind) {
                case 0: return "" + e.field;
                case 1: e.field = 3; return "put";
                case 2: return "" + a[9];
                case 3: a[-1] = 2; return "store";
                case 4: return "" + 7 / (a.length - 2);
                case 5: return "" + 7L % (a.length - 2);
                case 6: return (String) o;
                case 7: return "" + new int[-a.length].length;
                case 8: Object[] s = new String[1]; s[0] = o; return "aastore";
                case 9: return "" + ((int[]) null).length;
                case 10: synchronized (e) { return "entered"; }
                case 11: throw null;
                case 12: return "" + new long[2][-1].length;
                default: return "none";
            }
        } catch (NullPointerException x) {
            return "NPE";
        } catch (ArrayIndexOutOfBoundsException x) {
            return x.getMessage();
        } catch (ArithmeticException x) {
            return x.getMessage();
        } catch (ClassCastException x) {
            return "CCE";
        } catch (NegativeArraySizeException x) {
            return "negative " + x.getMessage();
        } catch (ArrayStoreException x) {
            return "store " + x.getMessage();
        }
    }

    public static void main(String[] args) {
        for (int kind = 0; kind < 14; kind++) {
            System.out.println(kind + " " + raise(kind, Integer.valueOf(5), new int[2], null));
        }
    }
}
