/** Dense switches: fall-through, default in the middle, empty cases, negative labels. */
public class TableSwitch {
    static int pick(int x) {
        int r = 0;
        switch (x) {
            case -2:
                r += 1;
            case -1:
                r += 10;
                break;
            case 0:
            case 1:
                r = 5;
                break;
            default:
                r = 99;
            case 2:
                r += 1000;
                break;
            case 3:
                return -3;
        }
        return r;
    }

    public static void main(String[] args) {
        long sum = 0;
        for (int i = -4; i < 7; i++) {
            sum = sum * 31 + pick(i);
            System.out.print(pick(i) + " ");
        }
        System.out.println(sum);
        switch (args.length) {
        }
    }
}
