package acme.one;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SumsTest {
    @Test
    void sums() {
        assertEquals(4950, Sums.to(100));
        assertEquals("acme.one", Sums.class.getModule().getName());
    }
}
