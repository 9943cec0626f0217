import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Lines become records, and records are summed up in several maps: what a map makes and what is printed has nothing to do with the rest. */
public class ReportOfSales {
    record Sale(LocalDate date, String region, String customer, int amount) {
        static Sale parse(String line) {
            String[] parts = line.split(",");
            return new Sale(LocalDate.parse(parts[0]), parts[1], parts[2], mix(Integer.parseInt(parts[3]), 150));
        }
    }

    private final Map<String, Integer> byRegion = new TreeMap<>();
    private final Map<String, IntSummaryStatistics> byMonth = new HashMap<>();
    private final Map<String, Integer> byCustomer = new HashMap<>();

    static int mix(int v, int rounds) {
        for (int k = 0; k < rounds; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v & 1023;
    }

    static String lines(int n) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < n; i++) {
            text.append("2024-0").append(1 + i % 9).append("-11,R").append(i % 5).append(",C").append(i % 7).append(',').append(i).append('\n');
        }
        return text.toString();
    }

    static List<Sale> read(int n) throws IOException {
        List<Sale> sales = new ArrayList<>();
        try (BufferedReader in = new BufferedReader(new StringReader(lines(n)))) {
            String line;
            while ((line = in.readLine()) != null) { // advice: reduction | with-changes via BufferedReader, remedy read-first
                sales.add(Sale.parse(line));
            }
        }
        return sales;
    }

    void aggregate(List<Sale> sales) {
        for (Sale sale : sales) { // advice: reduction via Map, remedy merged-maps
            byRegion.merge(sale.region() + "/" + sale.date().getMonth(), mix(sale.amount(), 20), Integer::sum);
            byMonth.computeIfAbsent("" + sale.date().getMonth(), k -> new IntSummaryStatistics()).accept(sale.amount());
            byCustomer.merge(sale.customer(), sale.amount(), Integer::sum);
        }
    }

    void print() {
        byRegion.forEach((k, v) -> System.out.printf("%s %d%n", k, v));
        System.out.println(byCustomer);
        byMonth.entrySet().forEach(e -> System.out.println(String.format("%s %s", e.getKey(), e.getValue())));
    }

    /** One map has two names. */
    static int twoNames(List<Sale> sales) {
        Map<String, Integer> sums = new HashMap<>();
        Map<String, Integer> same = sums;
        for (Sale sale : sales) { // advice: serial | not-known | overlapping
            sums.merge(sale.region(), mix(sale.amount(), 60), Integer::sum);
            same.put(sale.customer(), sale.amount());
        }
        return sums.hashCode();
    }

    /** One map takes what the other one has by then. */
    static int handedOn(List<Sale> sales) {
        Map<String, Integer> sums = new HashMap<>();
        Map<String, Integer> latest = new HashMap<>();
        for (Sale sale : sales) { // advice: serial | not-known | overlapping
            sums.merge(sale.region(), mix(sale.amount(), 60), Integer::sum);
            latest.put(sale.customer(), sums.get(sale.region()));
        }
        return latest.hashCode();
    }

    public static void main(String[] args) throws IOException {
        List<Sale> sales = read(90);
        ReportOfSales report = new ReportOfSales();
        report.aggregate(sales);
        report.print();
        System.out.println(twoNames(sales) + handedOn(sales));
    }
}
