/** Sums over a tree: each half adds up by itself, and what comes back from the left one is only needed at the end. */
public class TreeWalk {
    private static final class Node {
        Node left;
        Node right;
        int value;
    }

    public static void main(String[] args) {
        Node root = tree(0, 1000);
        System.out.println(sum(root));
    }

    private static Node tree(int from, int to) {
        if (from >= to) {
            return null;
        }
        Node node = new Node();
        node.value = (from + to) / 2;
        node.left = tree(from, node.value);
        node.right = tree(node.value + 1, to);
        return node;
    }

    private static long sum(Node node) {
        if (node == null) { // advice of calls: future, gains 2 to 4, first
            return 0;
        }
        long hash = node.value;
        for (int i = 0; i < 40; i++) { // advice: serial
            hash = hash * 31 + i;
        }
        return hash + sum(node.left) + sum(node.right); // advice of sites: start, leave
    }
}
