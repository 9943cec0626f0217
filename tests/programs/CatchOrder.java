/** Which handler catches: multi-catch, super classes, handlers that do not match, nested ranges. */
public class CatchOrder {
    static void raise(int i) throws Exception {
        switch (i) {
            case 0: throw new ArithmeticException("0");
            case 1: throw new IllegalStateException("1");
            case 2: throw new UnsupportedOperationException("2");
            case 3: throw new CloneNotSupportedException("3");
            case 4: throw new AssertionError("4");
            case 5: throw new IndexOutOfBoundsException("5");
            default:
        }
    }

    static String inner(int i) throws Exception {
        try {
            raise(i);
            return "fine";
        } catch (ArithmeticException | IllegalStateException e) {
            return "multi " + e.getMessage();
        }
    }

    static String outer(int i) {
        try {
            try {
                return inner(i);
            } catch (IndexOutOfBoundsException e) {
                throw new IllegalArgumentException("from " + e.getMessage());
            }
        } catch (RuntimeException e) {
            return "runtime " + e.getMessage();
        } catch (Exception e) {
            return "checked " + e.getMessage();
        } catch (Throwable e) {
            return "error";
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 7; i++) {
            System.out.println(outer(i));
        }
    }
}
