import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Coders that all iterations share have no state. */
public class CodersOfBase64 {
    static int mix(int v) {
        for (int k = 0; k < 100; k++) {
            v ^= v << 13;
            v ^= v >>> 17;
            v ^= v << 5;
            v += k;
        }
        return v;
    }

    static int apart(int n) {
        int[] o = new int[n];
        Base64.Encoder encoder = Base64.getUrlEncoder();
        for (int i = 0; i < n; i++) { // advice: independent
            byte[] text = ("a" + i).getBytes(StandardCharsets.UTF_8);
            o[i] = mix(Base64.getEncoder().encodeToString(text).hashCode());
        }
        for (int i = 0; i < n; i++) { // advice: independent
            byte[] coded = encoder.encode(("b" + i).getBytes(StandardCharsets.UTF_8));
            o[i] += mix(Base64.getUrlDecoder().decode(coded)[0]);
        }
        return o[3];
    }

    static int inOrder(int n) {
        int[] o = new int[n];
        byte[] shared = {1, 2, 3, 4, 5, 6};
        for (int i = 0; i < n; i++) { // advice: serial | not-known
            o[i] = mix(Base64.getEncoder().encodeToString(shared).hashCode());
            shared[i % 6] += (byte) o[i];
        }
        String code = "code";
        for (int i = 0; i < n; i++) { // advice: serial
            code = Base64.getEncoder().encodeToString((code + mix(code.length() + i)).getBytes(StandardCharsets.UTF_8));
            code = code.substring(0, 6);
        }
        return o[3] + code.length();
    }

    public static void main(String[] args) {
        System.out.println(apart(60) + inOrder(60));
    }
}
