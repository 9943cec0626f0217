package parallel;

import executed.Tasks;
import executed.Versions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

// follows: ReportOfSales.java:47 reduction
// follows: ReportOfSales.java:55 reduction
/** All lines are read first and handled in tasks; then each task has maps of its own, joined in order. */
public final class ReportOfSales implements Versions {
    private static final int N = 300;

    record Sale(String region, String customer, int amount) {
        static Sale parse(String line) {
            String[] parts = line.split(",");
            return new Sale(parts[0], parts[1], key(Integer.parseInt(parts[2])));
        }
    }

    private final class Report {
        private final Map<String, Integer> byRegion = new TreeMap<>();
        private final Map<String, IntSummaryStatistics> byMonth = new TreeMap<>();
        private final Map<String, Integer> byCustomer = new TreeMap<>();

        void add(List<Sale> sales) {
            for (Sale sale : sales) {
                byRegion.merge(sale.region() + "/" + sale.amount() % 12, sale.amount(), Integer::sum);
                byMonth.computeIfAbsent("" + sale.amount() % 12, k -> new IntSummaryStatistics()).accept(sale.amount());
                byCustomer.merge(sale.customer(), sale.amount(), Integer::sum);
            }
        }

        void join(Report later) {
            later.byRegion.forEach((key, sum) -> byRegion.merge(key, sum, Integer::sum));
            later.byMonth.forEach((key, part) -> byMonth.computeIfAbsent(key, k -> new IntSummaryStatistics()).combine(part));
            later.byCustomer.forEach((key, sum) -> byCustomer.merge(key, sum, Integer::sum));
        }

        @Override
        public String toString() {
            return byRegion + " " + byMonth + " " + byCustomer;
        }
    }

    @Override
    public String serial() throws Exception {
        List<Sale> sales = new ArrayList<>();
        try (BufferedReader in = new BufferedReader(new StringReader(lines()))) {
            String line;
            while ((line = in.readLine()) != null) {
                sales.add(Sale.parse(line));
            }
        }
        Report report = new Report();
        report.add(sales);
        return sales + " " + report;
    }

    @Override
    public String parallel() throws Exception {
        List<String> lines = allLines();
        List<Sale> sales = new ArrayList<>();
        Tasks.results(0, lines.size(), (from, to) -> parsed(lines.subList(from, to))).forEach(sales::addAll);
        Report report = new Report();
        Tasks.results(0, sales.size(), (from, to) -> reported(sales.subList(from, to))).forEach(report::join);
        return sales + " " + report;
    }

    private static List<String> allLines() throws IOException {
        List<String> lines = new ArrayList<>();
        try (BufferedReader in = new BufferedReader(new StringReader(lines()))) {
            String line;
            while ((line = in.readLine()) != null) {
                lines.add(line);
            }
        }
        return lines;
    }

    private static List<Sale> parsed(List<String> lines) {
        List<Sale> sales = new ArrayList<>();
        for (String line : lines) {
            sales.add(Sale.parse(line));
        }
        return sales;
    }

    private Report reported(List<Sale> sales) {
        Report report = new Report();
        report.add(sales);
        return report;
    }

    private static String lines() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < N; i++) {
            text.append('R').append(i % 5).append(",C").append(i % 7).append(',').append(i).append('\n');
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
