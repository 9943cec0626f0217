import java.util.Locale;

/** Every iteration changes the default locale, which the library reads. */
public class DefaultLocaleChanges {
    static int mixed(int i) {
        int sum = i;
        for (int k = 0; k < 20; k++) {
            sum = (sum * 31 + k) % 10007;
        }
        return sum;
    }

    public static void main(String[] args) {
        int[] sums = new int[1000];
        for (int i = 0; i < sums.length; i++) { // advice: serial | not-known
            sums[i] = mixed(i) + Locale.getDefault().hashCode();
            Locale.setDefault(mixed(i) % 2 == 0 ? Locale.US : Locale.GERMANY);
        }
        for (int i = 0; i < sums.length; i++) { // advice: serial | not-known
            sums[i] += mixed(i) + "title".toUpperCase().hashCode();
            Locale.setDefault(mixed(i) % 2 == 0 ? Locale.US : Locale.forLanguageTag("tr"));
        }
        System.out.println(sums[999]);
    }
}
