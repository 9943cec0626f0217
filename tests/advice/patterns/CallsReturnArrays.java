/** Each call fills a new array, which is read when all calls are done. */
public class CallsReturnArrays {
    static int[] row(int i) {
        int[] row = new int[150]; // advice of calls: future | independent
        for (int j = 0; j < row.length; j++) { // advice: independent
            row[j] = i * j % 31 * j;
        }
        return row;
    }

    public static void main(String[] args) {
        int[][] rows = new int[30][];
        for (int i = 0; i < rows.length; i++) { // advice: independent
            rows[i] = row(i);
        }
        System.out.println(rows[3][7] + rows[29][149]);
    }
}
