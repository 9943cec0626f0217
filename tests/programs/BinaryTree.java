/** A binary search tree: inserts by loop, sums by recursion, removals that relink. */
public class BinaryTree {
    int key;
    BinaryTree left;
    BinaryTree right;

    BinaryTree(int key) {
        this.key = key;
    }

    void insert(int k) {
        BinaryTree t = this;
        while (t.key != k) {
            if (k < t.key) {
                if (t.left == null) t.left = new BinaryTree(k);
                t = t.left;
            } else {
                if (t.right == null) t.right = new BinaryTree(k);
                t = t.right;
            }
        }
    }

    static BinaryTree remove(BinaryTree t, int k) {
        if (t == null) return null;
        if (k < t.key) t.left = remove(t.left, k);
        else if (k > t.key) t.right = remove(t.right, k);
        else if (t.left == null) return t.right;
        else if (t.right == null) return t.left;
        else {
            BinaryTree m = t.right;
            while (m.left != null) m = m.left;
            t.key = m.key;
            t.right = remove(t.right, m.key);
        }
        return t;
    }

    static int height(BinaryTree t) {
        return t == null ? 0 : 1 + Math.max(height(t.left), height(t.right));
    }

    static long sum(BinaryTree t) {
        return t == null ? 0 : sum(t.left) * 3 + t.key - sum(t.right);
    }

    public static void main(String[] args) {
        BinaryTree t = new BinaryTree(50);
        for (int i = 1; i < 60; i++) t.insert(i * 37 % 101);
        System.out.println(height(t) + " " + sum(t));
        for (int i = 0; i < 40; i++) t = remove(t, i * 5 % 101);
        System.out.println(height(t) + " " + sum(t));
    }
}
