/** Two random numbers are not the same, though they come from the same call: this is no maximum. */
public class RandomComparedTwice {
    public static void main(String[] args) {
        double greatest = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial
            if (Math.random() > greatest) {
                greatest = Math.random();
            }
        }
        double most = 0;
        for (int i = 0; i < 3000; i++) { // advice: with-changes via java/lang/Math, remedy generator-per-task
            double value = Math.random();
            if (value > most) {
                most = value;
            }
        }
        int tries = 0;
        while (Math.random() < 0.9999 && tries < 3000) { // advice: search | serial
            tries++;
        }
        System.out.println(greatest < 1 && most < 1 && tries <= 3000);
    }
}
