package parallel;

import executed.Tasks;
import executed.Versions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

// follows: ReadersThatLookAhead.java:33 reduction
// follows: ReadersThatLookAhead.java:45 reduction
/** All lines are read first, in order, and handled in tasks. */
public final class ReadersThatLookAhead implements Versions {
    private static final int N = 300;

    @Override
    public String serial() throws IOException {
        List<Integer> sums = new ArrayList<>();
        int sum = 0;
        BufferedReader reader = new BufferedReader(new StringReader(lines()));
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            sum += key(Integer.parseInt(line));
        }
        sums.add(sum);
        Scanner scanner = new Scanner(lines());
        while (scanner.hasNextLine()) {
            sum += key(Integer.parseInt(scanner.nextLine()));
        }
        sums.add(sum);
        return sums.toString();
    }

    @Override
    public String parallel() throws Exception {
        List<Integer> sums = new ArrayList<>();
        int sum = 0;
        BufferedReader reader = new BufferedReader(new StringReader(lines()));
        List<String> read = new ArrayList<>();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            read.add(line);
        }
        for (int part : Tasks.results(0, read.size(), (from, to) -> sum(read.subList(from, to)))) {
            sum += part;
        }
        sums.add(sum);
        Scanner scanner = new Scanner(lines());
        List<String> scanned = new ArrayList<>();
        while (scanner.hasNextLine()) {
            scanned.add(scanner.nextLine());
        }
        for (int part : Tasks.results(0, scanned.size(), (from, to) -> sum(scanned.subList(from, to)))) {
            sum += part;
        }
        sums.add(sum);
        return sums.toString();
    }

    private static int sum(List<String> lines) {
        int sum = 0;
        for (String line : lines) {
            sum += key(Integer.parseInt(line));
        }
        return sum;
    }

    private static String lines() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < N; i++) {
            text.append(i * 7).append('\n');
        }
        return text.toString();
    }

    private static int key(int i) {
        int hash = i;
        for (int round = 0; round < 40; round++) {
            hash = hash * hash % 10007 + round;
        }
        return hash % 50;
    }
}
