/** A method that is called by reflection changes a field. */
public class ReflectiveCall {
    int state;

    void step(int i) {
        state = (state * state + i) % 10007;
    }

    public static void main(String[] args) throws Exception {
        java.lang.reflect.Method step = ReflectiveCall.class.getDeclaredMethod("step", int.class);
        ReflectiveCall own = new ReflectiveCall();
        for (int i = 0; i < 1000; i++) { // advice: serial | not-known
            step.invoke(own, i);
        }
        System.out.println(own.state);
    }
}
