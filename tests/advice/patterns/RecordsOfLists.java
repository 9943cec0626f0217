import java.util.ArrayList;
import java.util.List;

/** The hash of a record shows what another iteration has put into the list that it holds. */
public class RecordsOfLists {
    record Holder(List<Integer> list) { }

    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        Holder holder = new Holder(list);
        int[] results = new int[300];
        for (int i = 0; i < 300; i++) { // advice: not-known | serial
            results[i] = holder.hashCode() % 101;
            list.add(results[i]);
        }
        System.out.println(results[299]);
    }
}
