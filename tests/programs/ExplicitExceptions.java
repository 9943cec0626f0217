/** Exceptions thrown by `throw` and caught in the same method, with own classes and fields. */
public class ExplicitExceptions {
    static class Refused extends Exception {
        final int code;

        Refused(String message, int code) {
            super(message);
            this.code = code;
        }
    }

    static class Worse extends Refused {
        Worse(int code) {
            super("worse", code * 2);
        }
    }

    static int attempt(int i) {
        try {
            if (i % 3 == 0) {
                throw new Refused("three", i);
            }
            if (i % 4 == 0) {
                throw new Worse(i);
            }
            if (i == 7) {
                throw new IllegalArgumentException("seven");
            }
            return i;
        } catch (Worse e) {
            return -e.code;
        } catch (Refused e) {
            return e.code * 100;
        } catch (RuntimeException e) {
            return e.getMessage().length();
        }
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 15; i++) {
            sum = sum * 3 + attempt(i);
        }
        System.out.println(sum);
    }
}
