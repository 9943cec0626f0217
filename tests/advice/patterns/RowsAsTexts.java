/** Each iteration makes a text of a list of its own, in a builder of its own. */
public class RowsAsTexts {
    public static void main(String[] args) {
        java.util.List<java.util.List<Integer>> rows = new java.util.ArrayList<>();
        for (int i = 0; i < 500; i++) { // advice: reduction | with-changes
            java.util.List<Integer> row = new java.util.ArrayList<>();
            row.add(i * 7919 % 1009);
            row.add(i);
            rows.add(row);
        }
        int[] results = new int[500];
        int at = 0;
        for (java.util.List<Integer> row : rows) { // advice: with-changes
            StringBuilder text = new StringBuilder();
            text.append(row.size()).append(": ").append(row);
            results[at++] = text.toString().hashCode();
        }
        System.out.println(results[499]);
    }
}
