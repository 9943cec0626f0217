/** A one-line edit names the same values as the loop does: a field that a parameter hides, an element that becomes a long. */
public class EditsNameWhatIsMeant {
    private final int[] samples;

    EditsNameWhatIsMeant(int[] samples) {
        this.samples = new int[samples.length * 2];
        for (int i = 0; i < this.samples.length; i++) { // advice: independent, edit IntStream.range(0, this.samples.length).parallel().forEach(i -> …)
            this.samples[i] = work(i);
        }
    }

    static int work(int i) {
        int sum = i;
        for (int k = 0; k < 100; k++) {
            sum = (sum * 31 + k) % 10007;
        }
        return sum;
    }

    static int tag(Object object) {
        return 1;
    }

    static int tag(String text) {
        return 2;
    }

    static int choose(int i) throws Exception {
        if (i > 5) {
            throw new Exception();
        }
        return i;
    }

    public static void main(String[] args) {
        int[] samples = new EditsNameWhatIsMeant(new int[500]).samples;
        long[] squares = new long[10007];
        for (int k = 0; k < samples.length; k++) {
            samples[k] = k;
        }
        for (long id : samples) { // advice: independent, edit none
            squares[(int) id] = id * id * 1_000_003 + work(3);
        }
        for (int id : samples) { // advice: independent, edit Arrays.stream(samples).parallel().forEach(id -> …)
            squares[id] += work(id);
        }
        String[] names = new String[300];
        for (int k = 0; k < names.length; k++) {
            names[k] = "n" + k;
        }
        for (Object name : names) { // advice: independent, edit none
            squares[Integer.parseInt(name.toString().substring(1))] += work(tag(name));
        }
        int last;
        try {
            last = choose(args.length);
        } catch (Exception exception) {
            last = 3;
        }
        for (int i = 0; i < 1000; i++) { // advice: independent, edit none
            squares[i] += work(last);
        }
        String text = "abcdefghij".repeat(50);
        for (int i = 0; i < text.length(); i++) { // advice: independent, edit IntStream.range(0, text.length()).parallel().forEach(i -> …)
            squares[i] += work(text.charAt(i));
        }
        System.out.println(squares[7] + squares[100]);
    }
}
