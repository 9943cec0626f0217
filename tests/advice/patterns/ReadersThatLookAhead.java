import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.Scanner;

/** Loops that read the next line or number at their end, or ask first whether there is one: all could be read first. */
public class ReadersThatLookAhead {
    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static String lines(int n) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < n; i++) {
            text.append(mix(i, 2) & 255).append('\n');
        }
        return text.append("0\n").toString();
    }

    static BufferedReader reader(int n) {
        return new BufferedReader(new StringReader(lines(n)));
    }

    static int parallel(int n) throws IOException {
        int sum = 0;
        BufferedReader reader = reader(n);
        for (String line = reader.readLine(); line != null; line = reader.readLine()) { // advice: reduction via BufferedReader, remedy read-first
            sum += mix(Integer.parseInt(line), 60);
        }
        reader = reader(n);
        while (true) {
            String line = reader.readLine(); // advice: reduction via BufferedReader, remedy read-first
            if (line == null) {
                break;
            }
            sum += mix(Integer.parseInt(line), 60);
        }
        Scanner scanner = new Scanner(lines(n));
        while (scanner.hasNextLine()) { // advice: reduction via Scanner, remedy read-first
            sum += mix(Integer.parseInt(scanner.nextLine()), 60);
        }
        scanner = new Scanner(lines(n));
        while (scanner.hasNextInt()) { // advice: reduction via Scanner, remedy read-first
            sum += mix(scanner.nextInt(), 60);
        }
        return sum;
    }

    static int inOrder(int n) throws IOException {
        int sum = 0;
        // Some iterations read two lines.
        BufferedReader reader = reader(n);
        for (String line = reader.readLine(); line != null; line = reader.readLine()) { // advice: serial | not-known | search
            int value = mix(Integer.parseInt(line), 60);
            if ((value & 1) == 0) {
                reader.readLine();
            }
            sum += value;
        }
        // The next line is another one if the value says so.
        reader = reader(n);
        String next = reader.readLine();
        while (next != null) { // advice: serial | not-known | search
            int value = mix(Integer.parseInt(next), 60);
            sum += value;
            String read = reader.readLine();
            next = read == null ? null : read + (value & 1);
        }
        // How much is read follows from what was computed.
        Scanner scanner = new Scanner(lines(n));
        while (scanner.hasNextInt() && sum != 1) { // advice: serial | not-known | search
            sum += mix(scanner.nextInt(), 60) | 2;
        }
        // What the scanner separates changes on the way.
        scanner = new Scanner(lines(n));
        while (scanner.hasNext()) { // advice: serial | not-known | search
            int value = mix(scanner.next().length(), 60);
            scanner.useDelimiter((value & 1) == 0 ? "\n" : "1");
            sum += value;
        }
        return sum;
    }

    public static void main(String[] args) throws IOException {
        System.out.println(parallel(100));
        System.out.println(inOrder(100));
    }
}
