/** A method of an untraced super class changes a field that the next iteration reads. */
public class InheritedField {
    static class Own extends java.io.ByteArrayOutputStream {
        int written() {
            return count == 0 ? 1 : buf[count - 1];
        }
    }

    public static void main(String[] args) throws Exception {
        Own own = new Own();
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            own.write(own.written() * 31 % 127);
        }
        System.out.println(own.size());
    }
}
