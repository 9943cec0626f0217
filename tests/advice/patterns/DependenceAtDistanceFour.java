/** Every element needs the one four places before: four chains beside each other. */
public class DependenceAtDistanceFour {
    public static void main(String[] args) {
        int n = 4000;
        int[] chain = new int[n];
        for (int i = 4; i < n; i++) { // advice: overlapping | serial
            chain[i] = chain[i - 4] * 3 + i;
        }
        System.out.println(chain[n - 1]);
    }
}
