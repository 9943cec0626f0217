/** A flag that an iteration sets is part of the condition of the loop. */
public class FirstMatchFlag {
    public static void main(String[] args) {
        boolean found = false;
        int i = 0;
        while (!found && i < 100_000) { // advice: search | serial
            found = i * 7919L % 10007 == 4242;
            i++;
        }
        System.out.println(i);
    }
}
