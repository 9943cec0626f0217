/** Loops without a body, and loops that are only a call. */
public class EmptyBodies {
    int at;
    final int[] data = {5, 3, 9, 0, 7};

    boolean next() {
        return data[at++] != 0;
    }

    public static void main(String[] args) {
        EmptyBodies e = new EmptyBodies();
        while (e.next()) ;
        int i = 0;
        for (; i * i < 200; i++) ;
        do ; while (--i > 10);
        int j = 0;
        for (int k = 0; k < 9; j += k++) ;
        int blocks = 0;
        for (int k = 0; k < 4; k++) {
            {
                {
                    blocks++;
                }
            }
            if (k > 1) {
            } else {
            }
            try {
            } finally {
            }
        }
        System.out.println(e.at + " " + i + " " + j + " " + blocks);
    }
}
