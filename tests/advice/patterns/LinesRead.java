/** Lines are read one after the other until there are no more. */
public class LinesRead {
    public static void main(String[] args) throws java.io.IOException {
        var reader = new java.io.BufferedReader(new java.io.StringReader("17\n4\n23\n8\n15\n".repeat(300)));
        long sum = 0;
        String line = reader.readLine();
        while (line != null) { // advice: serial | search | not-known
            sum += Integer.parseInt(line) * 7 % 31;
            line = reader.readLine();
        }
        System.out.println(sum);
    }
}
