/** Branches and early ends of an iteration do not tie it to others. */
public class ContinueAndSwitch {
    public static void main(String[] args) {
        int[] a = new int[3000];
        for (int i = 0; i < a.length; i++) { // advice: independent
            if (i % 5 == 0) {
                continue;
            }
            switch (i % 3) {
                case 0:
                    a[i] = i;
                    break;
                case 1:
                    a[i] = -i;
                    break;
                default:
                    a[i] = i * i;
            }
        }
        System.out.println(a[1] + a[2] + a[3] + a[2999]);
    }
}
