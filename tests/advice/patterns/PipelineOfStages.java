/** Three stages of equal length, each with a state of its own: stages of different items can run beside each other. */
public class PipelineOfStages {
    static int stage(int[] state, int which, int item) {
        int hash = state[which] + item;
        for (int j = 0; j < 50; j++) { // advice: serial via hash
            hash = hash * hash % 10007 + j;
        }
        state[which] = hash;
        return hash;
    }

    public static void main(String[] args) {
        int[] state = new int[3];
        int[] results = new int[60];
        for (int i = 0; i < results.length; i++) { // advice: overlapping
            int one = stage(state, 0, i);
            int two = stage(state, 1, one);
            results[i] = stage(state, 2, two);
        }
        System.out.println(results[59]);
    }
}
