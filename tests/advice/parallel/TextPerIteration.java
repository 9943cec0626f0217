package parallel;

import executed.Versions;
import java.util.Arrays;

// follows: TextPerIteration.java:5 independent
/** The library sets all elements in parallel. */
public final class TextPerIteration implements Versions {
    @Override
    public String serial() {
        String[] texts = new String[500];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = text(i);
        }
        return Arrays.toString(texts);
    }

    @Override
    public String parallel() {
        String[] texts = new String[500];
        Arrays.parallelSetAll(texts, TextPerIteration::text);
        return Arrays.toString(texts);
    }

    private static String text(int i) {
        StringBuilder text = new StringBuilder();
        for (int j = 0; j < 8; j++) {
            text.append((char) ('a' + i * j % 26));
        }
        return text.toString();
    }
}
