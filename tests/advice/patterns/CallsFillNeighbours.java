/** Each call starts from the last element that the call before wrote. */
public class CallsFillNeighbours {
    static void fill(int[] all, int from, int to) {
        int hash = all[from - 1]; // advice of calls: serial
        for (int i = from; i < to; i++) {
            hash = hash * hash % 10007 + i;
            all[i] = hash;
        }
    }

    public static void main(String[] args) {
        int[] all = new int[3001];
        for (int part = 0; part < 20; part++) { // advice: serial
            fill(all, part * 150 + 1, part * 150 + 151);
        }
        System.out.println(all[150] + all[3000]);
    }
}
