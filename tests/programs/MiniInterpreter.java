/** A small machine with a program in an array: everything depends on its program counter. */
public class MiniInterpreter {
    static final int PUSH = 0, ADD = 1, MUL = 2, LOAD = 3, STORE = 4, JUMP_IF = 5, LESS = 6, HALT = 7;
    final int[] memory = new int[4];
    final int[] stack = new int[8];
    int sp;
    int steps;

    int run(int[] code) {
        int pc = 0;
        while (true) {
            steps++;
            int op = code[pc++];
            switch (op) {
                case PUSH: stack[sp++] = code[pc++]; break;
                case ADD: sp--; stack[sp - 1] += stack[sp]; break;
                case MUL: sp--; stack[sp - 1] *= stack[sp]; break;
                case LOAD: stack[sp++] = memory[code[pc++]]; break;
                case STORE: memory[code[pc++]] = stack[--sp]; break;
                case JUMP_IF: pc = stack[--sp] != 0 ? code[pc] : pc + 1; break;
                case LESS: sp--; stack[sp - 1] = stack[sp - 1] < stack[sp] ? 1 : 0; break;
                case HALT: return memory[1];
                default: throw new IllegalStateException("code " + op);
            }
        }
    }

    public static void main(String[] args) {
        int[] code = {
            PUSH, 1, STORE, 1,
            LOAD, 1, PUSH, 3, MUL, LOAD, 0, ADD, STORE, 1,
            LOAD, 0, PUSH, 1, ADD, STORE, 0,
            LOAD, 0, PUSH, 15, LESS, JUMP_IF, 4,
            HALT};
        MiniInterpreter m = new MiniInterpreter();
        System.out.println(m.run(code) + " " + m.steps);
        try {
            new MiniInterpreter().run(new int[] {PUSH, 1, 9});
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
