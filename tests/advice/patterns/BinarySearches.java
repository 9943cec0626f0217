/** Queries are independent, the steps of each of them are not. */
public class BinarySearches {
    public static void main(String[] args) {
        int[] sorted = new int[1024];
        for (int i = 0; i < sorted.length; i++) { // advice: independent
            sorted[i] = i * 3;
        }
        int[] found = new int[300];
        for (int q = 0; q < found.length; q++) { // advice: independent
            int wanted = q * 7919 % 3072;
            int low = 0;
            int high = 1023;
            while (low < high) { // advice: serial | search
                int middle = (low + high) / 2;
                if (sorted[middle] < wanted) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            found[q] = low;
        }
        System.out.println(found[0] + found[299]);
    }
}
