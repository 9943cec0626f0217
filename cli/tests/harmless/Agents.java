// An agent that transforms every class of the program, while it is loaded and again while it runs.
// agent: Agent

public class Agents {
    static class Cell {
        int value;

        int add(int x) {
            for (int i = 0; i < x; i++) {
                value += i;
            }
            return value;
        }
    }

    static int work(Cell cell) {
        try {
            return cell.add(10) + new int[] {1, 2}[cell.value & 1];
        } finally {
            cell.value++;
        }
    }

    public static void main(String[] args) {
        Runnable again = (Runnable) System.getProperties().get("agents.again");
        Cell cell = new Cell();
        int sum = 0;
        for (int i = 0; i < 5; i++) {
            sum += work(cell);
            again.run();
        }
        System.out.println(sum + " " + cell.value + " classes seen " + System.getProperties().get("agents.seen"));
    }
}
