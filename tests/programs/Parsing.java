/** Numbers taken out of text by the library and by hand, with refusals. */
public class Parsing {
    static int fields(String line, int[] out) {
        int n = 0;
        String field = "";
        for (int i = 0; i <= line.length(); i++) {
            if (i < line.length() && line.charAt(i) != ',') {
                field += line.charAt(i);
                continue;
            }
            try {
                out[n] = Integer.parseInt(field);
                n++;
            } catch (NumberFormatException e) {
                out[7]--;
            }
            field = "";
        }
        return n;
    }

    public static void main(String[] args) {
        String[] lines = {"1,2,3", "-7,x,19,,4", "", "2147483647,-2147483648"};
        for (String line : lines) {
            int[] out = new int[8];
            int n = fields(line, out);
            long sum = 0;
            for (int v : out) {
                sum = sum * 10 + v;
            }
            System.out.println(n + " " + sum);
        }
    }
}
