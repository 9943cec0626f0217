package acme.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShopTest {
    @ParameterizedTest
    @ValueSource(ints = {3, 10})
    void sells(int days) throws Exception {
        assertEquals(days == 3 ? 1.5 : 180.0, Shop.sold(days));
    }
}
