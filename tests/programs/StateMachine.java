/** A switch inside a loop drives a machine with a state in a local and in a field. */
public class StateMachine {
    int words;
    int numbers;

    void feed(String text) {
        int state = 0;
        for (int i = 0; i <= text.length(); i++) {
            int c = i < text.length() ? text.charAt(i) : ' ';
            switch (state) {
                case 0:
                    if (c >= '0' && c <= '9') {
                        state = 1;
                    } else if (c != ' ') {
                        state = 2;
                    }
                    break;
                case 1:
                    if (c == ' ') {
                        numbers++;
                        state = 0;
                    } else if (c < '0' || c > '9') {
                        state = 2;
                    }
                    break;
                case 2:
                    if (c == ' ') {
                        words++;
                        state = 0;
                    }
                    break;
                default:
                    throw new IllegalStateException("state");
            }
        }
    }

    public static void main(String[] args) {
        StateMachine m = new StateMachine();
        m.feed("the 3 quick brown 42 foxes 7x jump");
        m.feed("");
        m.feed(" 1 ");
        System.out.println(m.words + " words, " + m.numbers + " numbers");
    }
}
