/** One object is changed and linked again and again: all links lead to it, and its value is the one written last. */
public class NodeReused {
    int value;

    static final class Slot {
        NodeReused node;
    }

    public static void main(String[] args) {
        Slot[] slots = new Slot[1000];
        for (int i = 0; i < 1000; i++) { // advice: independent
            slots[i] = new Slot();
        }
        NodeReused node = new NodeReused();
        for (int i = 0; i < 1000; i++) { // advice: with-changes | not-known
            node.value = i * 7919 % 1009;
            slots[i].node = node;
        }
        long sum = 0;
        for (Slot slot : slots) {
            sum += slot.node.value;
        }
        System.out.println(sum);
    }
}
