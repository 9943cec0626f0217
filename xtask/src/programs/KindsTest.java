import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.*;
import static org.junit.jupiter.api.Assertions.*;
import java.util.*;
import java.util.stream.*;
@TestMethodOrder(MethodOrderer.MethodName.class)
class KindsTest {
  int base;
  @BeforeEach void set() { base = 3; }
  @Test void adds() { assertEquals(5, base + 2); }
  @Test void throwing() { assertThrows(ArithmeticException.class, () -> System.out.println(base / (base - 3))); }
  @Test void all() { assertAll(() -> assertTrue(base > 1), () -> assertNotNull("x")); }
  @Test @Disabled("later") void skipped() {}
  @ParameterizedTest @ValueSource(ints = {1, 2, 3}) void params(int n) { assertTrue(n * base >= n); }
  @ParameterizedTest @CsvSource({"1,a", "2,b"}) void csv(int n, String s) { assertEquals(1, s.length()); }
  @ParameterizedTest @MethodSource("words") void source(String w) { assertFalse(w.isEmpty()); }
  static Stream<String> words() { return Stream.of("one", "two"); }
  @RepeatedTest(3) void again() { assertEquals(3, base); }
  @TestFactory Stream<DynamicTest> dynamic() { return IntStream.range(0, 3).mapToObj(i -> DynamicTest.dynamicTest("d" + i, () -> assertTrue(i < 3))); }
  @Nested class Inner { List<Integer> list = new ArrayList<>(); @Test void empty() { assertTrue(list.isEmpty()); } @Nested class Deeper { @Test void outer() { list.add(base); assertEquals(List.of(3), list); } } }
  @Test void fails() { assertEquals(1, base, "expected to fail"); }
}
