/** A field is read by reflection after the iteration before has set it. */
public class ReflectionReads {
    int state;

    public static void main(String[] args) throws Exception {
        java.lang.reflect.Field field = ReflectionReads.class.getDeclaredField("state");
        ReflectionReads own = new ReflectionReads();
        for (int i = 0; i < 1000; i++) { // advice: serial
            int last = (Integer) field.get(own);
            own.state = (last * last + i) % 10007;
        }
        System.out.println(own.state);
    }
}
