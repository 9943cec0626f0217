package shelf;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

import java.util.List;
import java.util.Map;

/** A Spring Boot application without web that fills and asks an H2 database through JPA repositories and JdbcTemplate, with a roll-back. */
@SpringBootApplication
@EnableJpaRepositories(considerNestedRepositories = true)
public class Boot {
    @Entity(name = "Book")
    public static class Book {
        @Id @GeneratedValue Long id;
        String title;
        int pages;

        protected Book() {
        }

        Book(String title, int pages) {
            this.title = title;
            this.pages = pages;
        }
    }

    public interface Books extends JpaRepository<Book, Long> {
        List<Book> findByPagesGreaterThanOrderByTitle(int pages);

        @Query("select sum(b.pages) from Book b")
        long allPages();
    }

    @Service
    public static class Shelf {
        private final Books books;

        Shelf(Books books) {
            this.books = books;
        }

        @Transactional
        public void fill(int from, int to, boolean fail) {
            for (int i = from; i < to; i++) {
                books.save(new Book("book " + (char) ('a' + i), 10 * i));
            }
            if (fail) {
                throw new IllegalStateException("no room");
            }
        }
    }

    @Component
    public static class Run implements CommandLineRunner {
        private final Shelf shelf;
        private final Books books;
        private final JdbcTemplate jdbc;

        Run(Shelf shelf, Books books, JdbcTemplate jdbc) {
            this.shelf = shelf;
            this.books = books;
            this.jdbc = jdbc;
        }

        @Override
        public void run(String... args) {
            shelf.fill(0, 12, false);
            try {
                shelf.fill(12, 20, true);
            } catch (IllegalStateException e) {
                System.out.println("rolled back: " + e.getMessage());
            }
            System.out.println(books.count() + " books, " + books.allPages() + " pages");
            books.findByPagesGreaterThanOrderByTitle(80).forEach(b -> System.out.println(b.title + " " + b.pages));
            jdbc.execute("create table loan(reader varchar(20), pages int)");
            for (int i = 0; i < 10; i++) {
                jdbc.update("insert into loan values (?, ?)", "reader" + i % 3, i);
            }
            for (Map<String, Object> row : jdbc.queryForList("select reader, sum(pages) s from loan group by reader order by reader")) {
                System.out.println(row);
            }
        }
    }

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(Boot.class);
        application.setDefaultProperties(Map.of("spring.main.banner-mode", "off", "logging.level.root", "error",
                "spring.jpa.hibernate.ddl-auto", "create-drop"));
        ConfigurableApplicationContext context = application.run(args);
        System.exit(SpringApplication.exit(context));
    }
}
