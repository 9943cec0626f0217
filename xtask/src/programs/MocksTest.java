import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.mockito.ArgumentCaptor;
import org.mockito.Captor;
import org.mockito.InjectMocks;
import org.mockito.Mock;
import org.mockito.MockitoAnnotations;
import org.mockito.Spy;

/** A test of a class with mocks in the place of what it uses; each test has a chain beside the calls of a mock. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class MocksTest {
    interface Prices {
        int price(int article);
    }

    static class Stock {
        int left(int article) {
            return 10 - article;
        }

        final int reserved(int article) {
            return left(article) / 2;
        }
    }

    record Tax(int percent) {
        int on(int price) {
            return price * percent / 100;
        }
    }

    static class Journal {
        int written;

        void write(int total) {
            written += total;
        }
    }

    static class Till {
        final Prices prices;
        final Stock stock;
        final Journal journal;

        Till(Prices prices, Stock stock, Journal journal) {
            this.prices = prices;
            this.stock = stock;
            this.journal = journal;
        }

        int sell(int article) {
            int price = stock.left(article) > stock.reserved(article) ? prices.price(article) : 0;
            journal.write(price);
            return price;
        }
    }

    @Mock Prices prices;
    @Mock Stock stock;
    @Spy Journal journal = new Journal();
    @InjectMocks Till till;
    @Captor ArgumentCaptor<Integer> totals;
    AutoCloseable mocks;

    static int step(int x) {
        int r = x;
        for (int k = 0; k < 20_000; k++) {
            r = r * 31 + k;
        }
        return r;
    }

    @BeforeEach
    void open() {
        mocks = MockitoAnnotations.openMocks(this);
    }

    @AfterEach
    void close() throws Exception {
        mocks.close();
    }

    /** Not known yet, as the interface may be implemented by anything; what is known of the chain must be there. */
    @Test
    void answersByAnInterface() {
        when(prices.price(anyInt())).thenAnswer(call -> step(call.<Integer>getArgument(0)) & 7);
        int x = 1;
        for (int i = 0; i < 20; i++) { // advice: serial via x, for now not-known
            prices.price(i);
            x = step(x);
        }
        assertEquals(step(3) & 7, prices.price(3));
        verify(prices, times(21)).price(anyInt());
        System.out.println("interface " + x);
    }

    @Test
    void answersByAClass() {
        when(stock.left(anyInt())).thenReturn(4, 3, 2);
        when(stock.reserved(anyInt())).thenReturn(1);
        int x = 1;
        for (int i = 0; i < 20; i++) { // advice: serial via x
            stock.left(i);
            stock.reserved(i);
            x = step(x);
        }
        assertEquals(2, stock.left(1));
        assertEquals(3, new Stock().reserved(4));
        System.out.println("class " + x);
    }

    @Test
    void answersByARecord() {
        Tax tax = mock(Tax.class);
        when(tax.on(anyInt())).thenReturn(19);
        int x = 1;
        for (int i = 0; i < 20; i++) { // advice: serial via x
            tax.on(i);
            x = step(x);
        }
        assertEquals(7, new Tax(7).on(100));
        System.out.println("record " + x);
    }

    @Test
    void spiesOnWhatIsWritten() {
        when(stock.left(anyInt())).thenReturn(2);
        when(prices.price(anyInt())).thenAnswer(call -> 10 * call.<Integer>getArgument(0));
        int x = 1;
        for (int i = 0; i < 20; i++) { // advice: serial via x
            till.sell(i);
            x = step(x);
        }
        verify(journal, times(20)).write(totals.capture());
        assertEquals(1900, journal.written);
        assertEquals(190, totals.getValue());
        System.out.println("spy " + x);
    }

    @Test
    void throwsWhatItIsTold() {
        doThrow(new IllegalStateException("full")).when(journal).write(anyInt());
        int x = 1;
        for (int i = 0; i < 20; i++) { // advice: serial via x
            assertThrows(IllegalStateException.class, () -> journal.write(1));
            x = step(x);
        }
        assertEquals(0, journal.written);
        System.out.println("throws " + x);
    }

    @Test
    void failsIfItWasNotCalled() {
        verify(journal).write(1);
    }
}
