package acme.one;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SumsIT {
    @Test
    void sums() {
        assertEquals(499500, Sums.to(1000));
        assertEquals("acme.one", Sums.class.getModule().getName());
    }
}
