/** The second half of the array holds the objects of the first half again. */
public class AliasedObjects {
    int value;

    public static void main(String[] args) {
        int n = 2000;
        AliasedObjects[] all = new AliasedObjects[n];
        for (int i = 0; i < n; i++) {
            all[i] = i < n / 2 ? new AliasedObjects() : all[i - n / 2];
        }
        for (int i = 0; i < n; i++) { // advice: overlapping | serial via value
            all[i].value = all[i].value * all[i].value % 1009 + i;
        }
        System.out.println(all[999].value);
    }
}
