/** Each object of a list is changed by its own iteration. */
public class ListIterationUpdates {
    int value;

    void update() {
        value = value * value % 10007 + 1;
    }

    public static void main(String[] args) {
        java.util.List<ListIterationUpdates> all = new java.util.ArrayList<>();
        for (int i = 0; i < 1000; i++) { // advice: reduction
            ListIterationUpdates one = new ListIterationUpdates();
            one.value = i;
            all.add(one);
        }
        for (ListIterationUpdates one : all) { // advice: independent | with-changes
            one.update();
            one.update();
        }
        System.out.println(all.get(999).value);
    }
}
