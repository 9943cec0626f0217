/** In a method with 63 locals, an operand of a choice is cell 64 of the frame: no start of a path has one. */
public class ManyLocals {
    static int choose(int[] a, int x) {
        a[0] = x;
        int sum = 0;
        int v0 = x + 0, v1 = x + 1, v2 = x + 2, v3 = x + 3, v4 = x + 4, v5 = x + 5, v6 = x + 6, v7 = x + 7, v8
                = x + 8, v9 = x + 9;
        int v10 = x + 10, v11 = x + 11, v12 = x + 12, v13 = x + 13, v14 = x + 14, v15 = x + 15, v16 = x + 16,
                v17 = x + 17, v18 = x + 18, v19 = x + 19;
        int v20 = x + 20, v21 = x + 21, v22 = x + 22, v23 = x + 23, v24 = x + 24, v25 = x + 25, v26 = x + 26,
                v27 = x + 27, v28 = x + 28, v29 = x + 29;
        int v30 = x + 30, v31 = x + 31, v32 = x + 32, v33 = x + 33, v34 = x + 34, v35 = x + 35, v36 = x + 36,
                v37 = x + 37, v38 = x + 38, v39 = x + 39;
        int v40 = x + 40, v41 = x + 41, v42 = x + 42, v43 = x + 43, v44 = x + 44, v45 = x + 45, v46 = x + 46,
                v47 = x + 47, v48 = x + 48, v49 = x + 49;
        int v50 = x + 50, v51 = x + 51, v52 = x + 52, v53 = x + 53, v54 = x + 54, v55 = x + 55, v56 = x + 56,
                v57 = x + 57;
        int last = v57;
        for (int n = 0; n < 8; n++) {
            sum += a[n > 3 ? v1 : v2];
        }
        return sum + last + v0 + v1 + v2 + v3 + v4 + v5 + v6 + v7 + v8 + v9 + v10 + v11 + v12 + v13 + v14 +
                v15 + v16 + v17 + v18 + v19 + v20 + v21 + v22 + v23 + v24 + v25 + v26 + v27 + v28 + v29 + v30
                + v31 + v32 + v33 + v34 + v35 + v36 + v37 + v38 + v39 + v40 + v41 + v42 + v43 + v44 + v45 +
                v46 + v47 + v48 + v49 + v50 + v51 + v52 + v53 + v54 + v55 + v56 + v57;
    }

    public static void main(String[] args) {
        System.out.println(choose(new int[8], 3));
    }
}
