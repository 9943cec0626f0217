/** Objects are taken from a pool and given back: each task could have its own, if it left nothing in them. */
public class ObjectsOfPool {
    int uses;

    public static void main(String[] args) {
        java.util.ArrayDeque<ObjectsOfPool> pool = new java.util.ArrayDeque<>();
        pool.push(new ObjectsOfPool());
        pool.push(new ObjectsOfPool());
        int[] uses = new int[1000];
        for (int i = 0; i < 1000; i++) { // advice: not-known | serial
            ObjectsOfPool one = pool.pop();
            one.uses += i % 3;
            uses[i] = one.uses;
            pool.push(one);
        }
        System.out.println(uses[999]);
    }
}
