import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A builder is changed for each element, and the library makes texts of it. */
public class StreamOfTexts {
    static int work(int n) {
        int x = n;
        for (int j = 0; j < 100; j++) {
            x = x * 31 % 10007 + j;
        }
        return x;
    }

    public static void main(String[] args) {
        StringBuilder all = new StringBuilder();
        List<String> texts = IntStream.range(0, 200) // advice of stream: not-known | serial
            .mapToObj(i -> all.append(work(i)))
            .map(String::valueOf)
            .collect(Collectors.toList());
        System.out.println(texts.get(199).length());
    }
}
