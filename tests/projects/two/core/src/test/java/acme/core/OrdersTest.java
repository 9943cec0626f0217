package acme.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class OrdersTest {
    @Test
    void totals() throws Exception {
        Orders orders = new Orders();
        assertEquals(7425.0, orders.total(orders.written(100)));
    }
}
